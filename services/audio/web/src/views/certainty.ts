/**
 * Confidence of the beats from which a tempo counts as certain: the probability that belongs to the clarity of 0.3 in the
 * service's `certain-tempo.ts`.
 */
export const CERTAIN_TEMPO = 0.2

/** Confidence from which a key counts as certain. */
export const CERTAIN_KEY = 0.59
