/** The contract's output records of an analysis. */
export const RECORDS = ['metadata', 'emotional_profile', 'segments', 'technical_features', 'summary'] as const
export type RecordName = (typeof RECORDS)[number]
