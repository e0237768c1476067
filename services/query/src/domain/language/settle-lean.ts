import type { Reading } from './draft.ts'

/** Names of the fat-free mass right before or right after a number. Bounded, so that the time stays linear. */
const BEFORE =
  /(?:fat[- ]free (?:body )?mass|lean (?:body )?mass|\bffm|\blbm|\blean)(?: (?:is|of|was))?[ =]{0,2}$/i
const AFTER = /^ ?(?:of )?(?:fat[- ]free(?: (?:body )?mass)?|lean(?: (?:body )?mass)?|ffm\b|lbm\b)/i
const REACH = 32

/** Topics that are computed from the fat-free mass. */
const FROM_LEAN = new Set(['bmr', 'bmr_katch', 'bmr_cunningham', 'ffmi', 'tdee'])

/**
 * Returns the readings with a mass that is called lean taken as the fat-free mass: when a weight is given besides, or when
 * something is asked that is computed from it. "Lean mass, 80 kg, 180 cm" asks for it and is left alone.
 */
export function leanReadings(
  readings: readonly Reading[],
  source: string,
  topics: readonly string[],
): readonly Reading[] {
  const masses = readings.filter((reading) => reading.quantity.dimension === 'mass')
  const isWanted = topics.some((topic) => FROM_LEAN.has(topic))
  if (masses.length < 2 && !isWanted) return readings
  return readings.map((reading) => {
    if (reading.field !== 'weightKg' || reading.quantity.dimension !== 'mass') return reading
    const before = source.slice(Math.max(0, reading.start - REACH), reading.start)
    const after = source.slice(reading.end, reading.end + REACH)
    return BEFORE.test(before) || AFTER.test(after) ? { ...reading, field: 'fatFreeMassKg' } : reading
  })
}
