/** Steps of 100 ms in a momentary (400 ms) and in a short-term (3 s) window. */
const MOMENTARY_STEPS = 4
const SHORT_TERM_STEPS = 30
const ABSOLUTE_GATE_LUFS = -70

/**
 * Returns the loudness of a mean K-weighted power: −0.691 + 10·log10, LUFS; null for silence. Source: ITU-R BS.1770-4,
 * eq. 2.
 */
export const powerToLufs = (power: number): number | null =>
  power > 0 ? -0.691 + 10 * Math.log10(power) : null

const lufsToPower = (lufs: number): number => 10 ** ((lufs + 0.691) / 10)

/**
 * Returns sliding means over `width` steps of 100 ms. Each is summed separately, because a running sum would drift over
 * two hours.
 */
const windows = (stepPowers: Float64Array, steps: number, width: number): Float64Array => {
  const out = new Float64Array(Math.max(0, steps - width + 1))
  for (let i = 0; i < out.length; i++) {
    let sum = 0
    for (let j = 0; j < width; j++) sum += stepPowers[i + j]!
    out[i] = sum / width
  }
  return out
}

const meanAbove = (powers: Float64Array, threshold: number): number => {
  let sum = 0
  let count = 0
  for (const power of powers) {
    if (power > threshold) {
      sum += power
      count++
    }
  }
  return count === 0 ? 0 : sum / count
}

/**
 * Returns the gated mean power and the loudest 400 ms from the powers of 100 ms steps (linear, at least 0). Gates: −70
 * LUFS, then 10 LU below the mean of the rest. Source: ITU-R BS.1770-4 Annex 1, eq. 5 to 7.
 */
export function gatedLoudness(
  stepPowers: Float64Array,
  steps: number,
): { integratedPower: number; momentaryMaxPower: number } {
  const momentary = windows(stepPowers, steps, MOMENTARY_STEPS)
  const absolute = lufsToPower(ABSOLUTE_GATE_LUFS)
  const relative = meanAbove(momentary, absolute) * 0.1
  const integratedPower = meanAbove(momentary, Math.max(absolute, relative))
  return { integratedPower, momentaryMaxPower: momentary.reduce((max, p) => Math.max(max, p), 0) }
}

/**
 * Returns the loudness range in LU (at least 0): the 95th minus the 10th percentile of the 3 s windows above −70 LUFS
 * and −20 LU. Source: EBU Tech 3342, section 2.
 */
export function loudnessRange(
  stepPowers: Float64Array,
  steps: number,
): { rangeLu: number; shortTermMaxPower: number } {
  const shortTerm = windows(stepPowers, steps, SHORT_TERM_STEPS)
  const shortTermMaxPower = shortTerm.reduce((max, p) => Math.max(max, p), 0)
  const absolute = lufsToPower(ABSOLUTE_GATE_LUFS)
  const threshold = Math.max(absolute, meanAbove(shortTerm, absolute) * 0.01)
  const kept = shortTerm.filter((p) => p >= threshold && p > 0).sort()
  if (kept.length === 0) return { rangeLu: 0, shortTermMaxPower }
  const low = kept[Math.round((kept.length - 1) * 0.1)]!
  const high = kept[Math.round((kept.length - 1) * 0.95)]!
  return { rangeLu: 10 * Math.log10(high / low), shortTermMaxPower }
}
