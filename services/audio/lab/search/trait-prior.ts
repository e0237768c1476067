import type { TraitWeights } from '../../src/domain/semantic/track-traits.ts'

/**
 * Weights of the traits set by hand, before fitting. Directions follow the sources named in `track-traits.ts`; the fit
 * moves a weight only as far as the tuning queries justify.
 */
// biome-ignore format: one trait to a line reads as a table
export const TRAIT_PRIOR: TraitWeights = {
  energy: { energy: 0.5, drums: 0.7, tempo: 0.5, pace: 0.2, lateDrums: -0.1, heardLoud: 0.2, heardSoft: -0.2 },
  brightness: { major: 0.7, brightness: 0.4, drums: 0.4, cymbals: 0.4, swing: 0.2, lateDrums: -0.3, heardHappy: 0.1 },
  tension: { major: -0.8, tempo: 0.5, drums: 0.4, swing: -0.7, triple: -0.3, tension: 0.3, energy: 0.2, fourOnFloor: 0.2, heardMetal: 0.2, heardSoft: -0.2 },
  warmth: { warmth: 0.5, major: 0.5, fourOnFloor: -0.5, swing: 0.5, triple: 0.6, drums: -0.5, tempo: -0.3, heardAcoustic: 0.1, heardMetal: -0.2 },
  groove: { drums: 0.8, syncopation: 0.5, swing: 0.5, triple: -0.6, cymbals: -0.3, groove: 0.3, heardDrums: 0.2, heardSoul: 0.1 },
  aggression: { energy: 0.4, aggression: 0.3, drums: 0.6, tempo: 0.6, swing: -1, triple: -0.6, lateDrums: -0.1, major: -0.1, heardMetal: 0.3, heardLoud: 0.2, heardSoft: -0.2 },
  atmosphere: { lateDrums: 1, drums: -0.5, cymbals: -0.3, syncopation: -0.1, swing: -0.4, atmosphere: 0.3, heardAmbient: 0.3 },
  melancholy: { major: -0.9, tempo: -0.4, drums: -0.5, swing: -0.4, triple: 0.4, melancholy: 0.3, energy: -0.3, heardSad: 0.2 },
  euphoria: { major: 1, swing: 0.6, drums: 0.4, syncopation: 0.2, euphoria: 0.3, lateDrums: -0.3, melancholy: -0.2, heardHappy: 0.2 },
  calm: { drums: -0.9, energy: -0.4, tempo: -0.5, pace: -0.3, warmth: 0.2, triple: 0.3, heardSoft: 0.3, heardAmbient: 0.2, heardDrums: -0.2 },
  darkness: { major: -1, swing: -0.6, triple: -0.3, cymbals: -0.3, fourOnFloor: 0.3, drums: 0.3, brightness: -0.2, melancholy: 0.2, heardHappy: -0.1 },
  danceability: { drums: 0.9, fourOnFloor: 0.8, syncopation: 0.3, triple: -0.3, swing: -0.3, cymbals: -0.5, groove: 0.2, heardDance: 0.3 },
  trance: { fourOnFloor: 1.1, major: -0.4, triple: -0.5, swing: -0.5, cymbals: -0.5, drums: 0.2, heardDance: 0.2 },
  acoustic: { swing: 1, triple: 0.9, fourOnFloor: -0.6, drums: -0.7, cymbals: 0.4, bass: -0.2, heardElectronic: -0.4, heardClassical: 0.3, heardAcoustic: 0.2 },
  melody: { major: 0.5, swing: 0.6, triple: 0.6, cymbals: 0.4, fourOnFloor: -0.6, range: 0.2, heardClassical: 0.1 },
}
