/** Names of the contract's output records. */
export const RECORDS = ['metadata', 'emotional_profile', 'segments', 'technical_features', 'summary'] as const
/** Name of an output record. */
export type RecordName = (typeof RECORDS)[number]
