/** Names given to sections, from measured energy only. */
export type SectionLabel = 'intro' | 'build' | 'drop' | 'break' | 'main' | 'outro'

/** What the labels are decided from. */
export interface SectionMeasure {
  readonly startSeconds: number
  readonly endSeconds: number
  /** Level, LUFS; null in silence. */
  readonly loudnessLufs: number | null
  /** Change of level from the first to the last third, LU. */
  readonly riseLu: number
  /** Bass level against the track's loudest section, dB (at most 0). */
  readonly bassBelowDb: number
  /** Onsets per second. */
  readonly onsetRate: number
}

export interface Section extends SectionMeasure {
  readonly label: SectionLabel
  /** 0 to 1 within the track: 0 its quietest section, 1 its loudest. */
  readonly energy: number
}

/** A section below this share of the track's range of energy is a quiet one, above the other a full one. */
const QUIET = 0.45
const FULL = 0.75
/** A build gains at least this much within itself, or leads from a quiet part into a full one. */
const LEAST_RISE_LU = 2.5

/** Energy of each section within the track, 0 to 1: level counts for half, bass and onset rate for a quarter each. */
function energies(sections: readonly SectionMeasure[]): number[] {
  const scale = (values: readonly number[]): number[] => {
    const low = Math.min(...values)
    const high = Math.max(...values)
    return values.map((x) => (high - low > 1e-9 ? (x - low) / (high - low) : 0.5))
  }
  const level = scale(sections.map((s) => Math.max(-60, s.loudnessLufs ?? -60)))
  const bass = scale(sections.map((s) => Math.max(-30, s.bassBelowDb)))
  const rate = scale(sections.map((s) => s.onsetRate))
  return sections.map((_, i) => 0.5 * level[i]! + 0.25 * bass[i]! + 0.25 * rate[i]!)
}

/**
 * Name sections by how full they are against the rest of the track: a first or last one that is not full is intro or
 * outro, a rise towards a full one a build, a full one after less a drop, a quiet one between others a break.
 * These are descriptions of energy, not of form; a verse and a chorus of equal energy are both `main`.
 */
export function labelSections(sections: readonly SectionMeasure[]): Section[] {
  const energy = energies(sections)
  return sections.map((section, i) => {
    const here = energy[i]!
    const before = energy[i - 1]
    const after = energy[i + 1]
    const rises = section.riseLu >= LEAST_RISE_LU || (before !== undefined && here > before && here < FULL)
    let label: SectionLabel = 'main'
    if (sections.length === 1) label = 'main'
    else if (i === 0 && here < FULL) label = 'intro'
    else if (i === sections.length - 1 && here < FULL) label = 'outro'
    else if (after !== undefined && after >= FULL && here < FULL && rises) label = 'build'
    else if (here < QUIET) label = 'break'
    else if (here >= FULL && (before ?? 1) < here - 0.15) label = 'drop'
    return { ...section, label, energy: here }
  })
}
