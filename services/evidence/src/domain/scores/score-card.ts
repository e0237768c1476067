import { massAccuracyValue } from '../evidence/evidence-item.ts'

/** What a score measures. */
type ScoreKind =
  | 'similarity'
  | 'probability'
  | 'error_statistic'
  | 'mass_error'
  | 'retention'
  | 'isotope_pattern'
  | 'fingerprint'
  | 'fragmentation'
  | 'class'
  | 'composite'
  | 'level'
  | 'learned'
  | 'biology'
  | 'count'

/** How a raw score becomes a value in [0, 1], in words for the tables and as a function. */
export interface Transform {
  readonly text: string
  /**
   * `scale` is the upper end of the file's own scale, for scores whose scale the tool does not fix. `best` is the best
   * raw score of the same observation so far.
   */
  readonly of: (raw: number, context: { readonly scale: number; readonly best: number }) => number
}

/** One score of the field: where tools write it and what it says. All cards are alike. */
export interface ScoreCard {
  /** Tool and score, e.g. `gnps.mqscore`. */
  readonly id: string
  readonly tool: string
  /** Names of the column or mzTab-M parameter in the versions of the tool. Case and punctuation do not matter. */
  readonly columns: readonly string[]
  /** Matches all columns of the score where its name has a variable part, in lower case without punctuation. */
  readonly pattern?: RegExp
  /** Accession of the term in the PSI-MS vocabulary. */
  readonly accession?: string
  readonly kind: ScoreKind
  /** Raw values that are accepted. */
  readonly range: readonly [number, number]
  /** Distance outside the range that is rounding, or more where the tool is known to overshoot: cut to the range. */
  readonly slack?: number
  /** The scale (1, 100 or 1000) is found from the values of the file. */
  readonly scaleOfFile?: boolean
  readonly direction: 'higher' | 'lower' | 'nearer_zero'
  /** Numbers that mean "missing", beside empty cells, null, N/A and infinities. */
  readonly missing: readonly number[]
  readonly transform: Transform
  /** Evidence type of the items; without one the score is kept in the metadata only. */
  readonly type?: string
  /** Why the score is not evidence of its own, or what to know about it. */
  readonly note?: string
  /** Cards whose scores this one contains. It counts only where none of them has a value. */
  readonly contains?: readonly string[]
  /** Standard deviation of the value. */
  readonly uncertainty: number
  /** Name under which the raw value is kept in the metadata of all items of the row. */
  readonly metadata?: string
  readonly citation: string
}

const clip = (value: number): number => Math.min(1, Math.max(0, value))

/** The score itself. */
export const unit: Transform = { text: 'x', of: (raw) => clip(raw) }
/** A share of a hundred. */
export const percent: Transform = { text: 'x / 100', of: (raw) => clip(raw / 100) }
/** A share of a maximum that is fixed by the tool. */
export const outOf = (maximum: number): Transform => ({
  text: `x / ${maximum}`,
  of: (raw) => clip(raw / maximum),
})
/** A share of the scale of the file: 1, 100 or 1000. */
export const scaled: Transform = { text: 'x / scale of the file', of: (raw, { scale }) => clip(raw / scale) }
/** Closeness of a mass. */
export const massError: Transform = { text: 'e^(−|x| / 5 ppm)', of: (raw) => massAccuracyValue(raw) }
/** Probability of being right from one of being wrong. */
export const rightness: Transform = { text: '1 − x', of: (raw) => clip(1 - raw) }
/** The same where the file has negative values, which are logarithms to base 10. */
export const rightnessOrLog: Transform = {
  text: '1 − x, or 1 − 10^x where the file has negative values',
  of: (raw, { scale }) => clip(1 - (scale < 0 ? 10 ** Math.min(0, raw) : raw)),
}
/** Likelihood against the best of the same list, tempered: such scores are overconfident logarithms. */
export const relativeToBest: Transform = {
  text: 'e^((x − best of the list) / 10)',
  of: (raw, { best }) => clip(Math.exp(Math.min(0, raw - best) / 10)),
}
/** Likelihood from a tempered logarithm. */
export const temperedLog: Transform = { text: 'e^(x / 10)', of: (raw) => clip(Math.exp(raw / 10)) }

/** Largest mass error that is evidence. Above it, the file writes something else (often the neutral mass). */
export const MAX_MASS_ERROR_PPM = 50

/** Usual properties of a card of a mass error in ppm. */
export const ppm = {
  kind: 'mass_error',
  range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  direction: 'nearer_zero',
  missing: [],
  transform: massError,
  type: 'mass_accuracy',
  uncertainty: 0.1,
  metadata: 'error_ppm',
} as const satisfies Partial<ScoreCard>

/** Usual properties of a card of a similarity in [0, 1]. */
export const cosine = {
  kind: 'similarity',
  range: [0, 1],
  slack: 1e-6,
  direction: 'higher',
  missing: [-1],
  transform: unit,
  type: 'spectral_match',
  uncertainty: 0.05,
} as const satisfies Partial<ScoreCard>

/** Usual properties of a card of a count that only qualifies another score. */
export const count = {
  kind: 'count',
  range: [0, 1e6],
  direction: 'higher',
  missing: [-1],
  transform: unit,
  uncertainty: 0,
  note: 'Number of peaks behind the similarity: it is the quality of that item.',
  metadata: 'matched_peaks',
} as const satisfies Partial<ScoreCard>
