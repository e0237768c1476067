import type { SectionMeasure } from './measure-sections.ts'

/** Names given to sections, from measured energy only. */
type SectionLabel = 'intro' | 'build' | 'drop' | 'break' | 'main' | 'outro'

export interface Section extends SectionMeasure {
  readonly label: SectionLabel
  /** 0 to 1: 1 the track's fullest, 0 one at least 6 LU and 6 dB of bass below it. */
  readonly energy: number
}

/** A section with less energy than this is a quiet one, with more than the other a full one. */
const QUIET = 0.45
const FULL = 0.75
/** Sections that differ less than this do not differ in energy: a listener hears one level, one bass, one density. */
const LEAST_RANGE_LU = 6
const LEAST_BASS_RANGE_DB = 6
const LEAST_RATE_RANGE = 2
/** A build gains at least this much within itself. */
const LEAST_RISE_LU = 2.5
/** A fuller section has this much more energy. */
const FULLER = 0.15
/** At a drop the bass comes back by this much, and bass and level together by twice that. */
const LEAST_BASS_RETURN_DB = 3
const LEAST_RETURN_DB = 6
/** At a drop a kick drum marks at least two beats of five. */
const LEAST_KICKS_PER_BEAT = 0.4

/**
 * Energy of each section within the track, 0 to 1: level counts for half, bass and onset rate for a quarter each, every
 * one as its distance below the track's greatest.
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

/** Whether bass, level and kick drum come back after a passage without them. */
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
 * Name sections by how full they are against the rest of the track. A first or last one that is not full is intro or
 * outro. A drop is a full one over a kick drum in which bass and level come back after a passage without them, later
 * than the intro (after Yadati et al., Detecting drops in electronic dance music, ISMIR 2014). What gains level towards
 * a fuller one is a build, and so is what gets denser before a drop; a quiet one between others is a break. All else is
 * `main`, a verse as well as a chorus: these are descriptions of energy, not of form.
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
