import type { SpanFeatures } from './emotion/span-features.ts'

type EnergyFeature = 'onsetRate' | 'drumRate' | 'tempoBpm' | 'pulseClarity' | 'brightnessOctaves'

/**
 * Centre, spread and signed weight of each feature. None of them depends on the playback level: a quiet master of a
 * track has the energy of a loud one. (The spread of the level does: its silence gate is absolute.) Centres and spreads are those of the emotion model; directions follow Eerola,
 * Friberg and Bresin, Emotional expression in music, 2013 (tempo, articulation, timbre and register in arousal).
 */
const TERMS: Readonly<Record<EnergyFeature, { middle: number; spread: number; weight: number }>> = {
  onsetRate: { middle: 4.1, spread: 1.7, weight: 0.5 },
  /** Kicks and snares per second. */
  drumRate: { middle: 2.5, spread: 1.5, weight: 0.5 },
  tempoBpm: { middle: 126, spread: 28, weight: 0.4 },
  pulseClarity: { middle: 0.8, spread: 0.23, weight: 0.3 },
  brightnessOctaves: { middle: -2.1, spread: 0.4, weight: 0.3 },
}

/** Largest distance from the centre that counts, in spreads. */
const LIMIT = 3

/** Energy of a track with the contribution of each feature. */
export interface EnergyLevel {
  /** 1 (still) to 10 (full power), an integer; 5 to 6 is the middle of the music it was scaled on. */
  readonly level: number
  /** Contribution of each feature to the sum before the logistic function. */
  readonly contributions: Readonly<Record<EnergyFeature, number>>
}

/**
 * Returns the energy level of a track: 1 + 9 σ(sum), rounded, where σ is the logistic function and the sum has a term
 * weight × (value − middle) / spread for each feature, the distance limited to three spreads; a missing feature counts
 * nothing. Null in silence. It has not been validated with listeners.
 */
export function energyLevel(
  features: SpanFeatures,
  drumHits: readonly { readonly instrument: string }[],
  durationSeconds: number,
): EnergyLevel | null {
  if (features.onsetRate === null || durationSeconds <= 0) return null
  const struck = drumHits.filter(({ instrument }) => instrument === 'kick' || instrument === 'snare')
  const values: Record<EnergyFeature, number | null> = {
    ...features,
    drumRate: struck.length / durationSeconds,
  }
  let sum = 0
  const contributions = {} as Record<EnergyFeature, number>
  for (const [name, { middle, spread, weight }] of Object.entries(TERMS) as [
    EnergyFeature,
    (typeof TERMS)[EnergyFeature],
  ][]) {
    const value = values[name]
    contributions[name] =
      value === null || !Number.isFinite(value)
        ? 0
        : weight * Math.max(-LIMIT, Math.min(LIMIT, (value - middle) / spread))
    sum += contributions[name]
  }
  return { level: Math.round(1 + 9 / (1 + Math.exp(-sum))), contributions }
}
