/**
 * Computes the scale-invariant signal-to-distortion ratio in dB of an estimate of the same length; −∞ when it contains
 * nothing of the reference, +∞ when it equals the reference up to gain. Source: Le Roux et al., SDR – half-baked or
 * well done?, 2019.
 */
export function siSdrDb(reference: Float32Array, estimate: Float32Array): number {
  const length = Math.min(reference.length, estimate.length)
  let dot = 0
  let power = 0
  for (let i = 0; i < length; i++) {
    dot += reference[i]! * estimate[i]!
    power += reference[i]! * reference[i]!
  }
  if (power === 0) return Number.NaN
  const scale = dot / power
  let target = 0
  let residual = 0
  for (let i = 0; i < length; i++) {
    const wanted = scale * reference[i]!
    target += wanted * wanted
    residual += (estimate[i]! - wanted) ** 2
  }
  return 10 * Math.log10(target / residual)
}
