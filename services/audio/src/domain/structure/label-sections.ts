import type { SectionMeasure } from './measure-sections.ts'

/** Labels of sections, from measured energy only. */
type SectionLabel = 'intro' | 'build' | 'drop' | 'break' | 'main' | 'outro'

/** Section with its label and energy. */
export interface Section extends SectionMeasure {
  readonly label: SectionLabel
  /** Energy, 0 to 1: 1 for the fullest section of the track, 0 for one at least 6 LU and 6 dB of bass below it. */
  readonly energy: number
}

/** Energy below which a section is quiet, and above which it is full. */
const QUIET = 0.45
const FULL = 0.75
/** Sections that differ by less than this count as equal in level, bass or density. */
const LEAST_RANGE_LU = 6
const LEAST_BASS_RANGE_DB = 6
const LEAST_RATE_RANGE = 2
/** Minimum rise of the level within a build. */
const LEAST_RISE_LU = 2.5
/** Minimum difference in energy of a fuller section. */
const FULLER = 0.15
/** Minimum return of the bass at a drop; bass and level together return by at least twice as much. */
const LEAST_BASS_RETURN_DB = 3
const LEAST_RETURN_DB = 6
/** Minimum number of kicks per beat at a drop. */
const LEAST_KICKS_PER_BEAT = 0.4

/**
 * Returns the energy of each section within the track, 0 to 1: level counts for half, bass and onset rate for a quarter
 * each, each as its distance below the maximum of the track.
 */
function energies(sections: readonly SectionMeasure[]): number[] {
  const scale = (values: readonly number[], leastRange: number): number[] => {
    const high = Math.max(...values)
    const range = Math.max(leastRange, high - Math.min(...values))
    return values.map((x) => 1 - (high - x) / range)
  }
  const level = scale(
    sections.map((s) => Math.max(-60, s.loudnessLufs ?? -60)),
    LEAST_RANGE_LU,
  )
  const bass = scale(
    sections.map((s) => Math.max(-30, s.bassBelowDb)),
    LEAST_BASS_RANGE_DB,
  )
  const rate = scale(
    sections.map((s) => s.onsetRate),
    LEAST_RATE_RANGE,
  )
  return sections.map((_, i) => 0.5 * level[i]! + 0.25 * bass[i]! + 0.25 * rate[i]!)
}

/** Whether bass, level and kick drum return after a passage without them. */
function returns(before: SectionMeasure, here: SectionMeasure): boolean {
  const bass = here.bassBelowDb - before.bassBelowDb
  const level = (here.loudnessLufs ?? -60) - (before.loudnessLufs ?? -60)
  return (
    here.kicksPerBeat >= LEAST_KICKS_PER_BEAT &&
    level > 0 &&
    bass >= LEAST_BASS_RETURN_DB &&
    bass + level >= LEAST_RETURN_DB
  )
}

/**
 * Labels sections by their energy relative to the rest of the track. A first or last section that is not full is intro
 * or outro. A drop is a full section with a kick drum in which bass and level return after a passage without them,
 * later than the intro (after Yadati et al., Detecting drops in electronic dance music, ISMIR 2014). A section that
 * gains level towards a fuller one is a build, and so is one that gets denser before a drop. A quiet section between
 * others is a break. Everything else is `main`, verse and chorus alike: the labels describe energy, not form.
 */
export function labelSections(sections: readonly SectionMeasure[]): Section[] {
  const energy = energies(sections)
  const isDrop = sections.map(
    (section, i) =>
      i >= 2 &&
      energy[i]! >= FULL &&
      energy[i]! >= energy[i - 1]! + FULLER &&
      returns(sections[i - 1]!, section),
  )
  const isBuild = (i: number): boolean => {
    const [here, after] = [sections[i]!, energy[i + 1]]
    if (after === undefined || energy[i]! >= FULL || after < Math.max(FULL, energy[i]! + FULLER)) return false
    return (
      here.riseLu >= LEAST_RISE_LU || (isDrop[i + 1] === true && here.onsetRate >= sections[i - 1]!.onsetRate)
    )
  }
  return sections.map((section, i) => {
    const here = energy[i]!
    let label: SectionLabel = 'main'
    if (sections.length === 1) label = 'main'
    else if (i === 0 && here < FULL) label = 'intro'
    else if (i === sections.length - 1 && here < FULL) label = 'outro'
    else if (i > 0 && isBuild(i)) label = 'build'
    else if (isDrop[i] === true) label = 'drop'
    else if (i > 0 && here < QUIET) label = 'break'
    return { ...section, label, energy: here }
  })
}
