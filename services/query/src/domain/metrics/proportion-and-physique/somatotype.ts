/** The three components of a Heath–Carter somatotype. */
export type Somatotype = {
  readonly endomorphy: number
  readonly mesomorphy: number
  readonly ectomorphy: number
}

/** Lowest rating the method gives. */
const LOWEST = 0.1

/** Endomorphy from the sum of triceps, subscapular and supraspinale folds in mm, corrected for height (Heath & Carter). */
export function endomorphyOf(sumMm: number, heightCm: number): number {
  const x = (sumMm * 170.18) / heightCm
  return Math.max(LOWEST, -0.7182 + 0.1451 * x - 0.00068 * x ** 2 + 0.0000014 * x ** 3)
}

/** Mesomorphy from bone breadths and girths (cm) less their folds (mm), relative to height (Heath & Carter). */
export function mesomorphyOf(m: {
  readonly humerusBreadthCm: number
  readonly femurBreadthCm: number
  readonly flexedArmCm: number
  readonly tricepsMm: number
  readonly calfCm: number
  readonly calfMm: number
  readonly heightCm: number
}): number {
  return Math.max(
    LOWEST,
    0.858 * m.humerusBreadthCm +
      0.601 * m.femurBreadthCm +
      0.188 * (m.flexedArmCm - m.tricepsMm / 10) +
      0.161 * (m.calfCm - m.calfMm / 10) -
      0.131 * m.heightCm +
      4.5,
  )
}

/** Ectomorphy from height over the cube root of weight (Heath & Carter). */
export function ectomorphyOf(heightCm: number, weightKg: number): number {
  const ratio = heightCm / Math.cbrt(weightKg)
  if (ratio >= 40.75) return 0.732 * ratio - 28.58
  return ratio > 38.25 ? Math.max(LOWEST, 0.463 * ratio - 17.63) : LOWEST
}

/**
 * Category of a somatotype (Carter & Heath 1990): central when no component differs by more than one from the
 * others; balanced when two lie within half a unit; else the dominant one qualified by the second.
 */
export function somatotypeCategory({ endomorphy, mesomorphy, ectomorphy }: Somatotype): string {
  const ranked = [
    { adjective: 'endomorphic', noun: 'endomorph', value: endomorphy },
    { adjective: 'mesomorphic', noun: 'mesomorph', value: mesomorphy },
    { adjective: 'ectomorphic', noun: 'ectomorph', value: ectomorphy },
  ].sort((a, b) => b.value - a.value)
  const [first, second, third] = [ranked[0]!, ranked[1]!, ranked[2]!]
  if (first.value - third.value <= 1) return 'central'
  if (first.value - second.value <= 0.5) return `${second.noun}-${first.noun}`
  if (second.value - third.value <= 0.5) return `balanced ${first.noun}`
  return `${second.adjective} ${first.noun}`
}
