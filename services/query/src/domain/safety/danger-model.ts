import type { Circumstances } from './circumstances.ts'
import { DANGER_BUCKETS, featuresOf, hashOf, KIND_BUCKETS, type WrittenWeights } from './danger-features.ts'
import { DANGER_WEIGHTS } from './data/danger-weights.ts'
import type { Reading } from './meant.ts'
import type { ConcernKind } from './rule.ts'

/** Kinds in the order of the weights. */
export const KINDS: readonly ConcernKind[] = ['self_harm', 'eating_disorder', 'emergency', 'abuse']

/** Characters of the weights in order: the one in the middle is zero. */
export const WEIGHT_CHARACTERS =
  '!"#%&()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}'

/** A text as the model reads it: numbers of buckets, and how much each counts. */
export type Hashed = readonly (readonly [bucket: number, value: number])[]

/** What the model reads. */
export type Read = {
  readonly reading: Reading
  readonly about: Circumstances
  /** Words that nobody understood. */
  readonly unread: number
  /** What rules and signs found; left out, it is as if they had not been asked. */
  readonly signs?: {
    readonly met?: { readonly kind: ConcernKind; readonly rule: string }
    readonly points: number
  }
}

/** More words than this that nobody understood are a story and no question. */
const MANY = 4

/** Hashes the features of a text. The bucket is for `DANGER_BUCKETS`; its lower bits are for `KIND_BUCKETS`. */
export const hashedOf = ({ reading, about, unread, signs }: Read): Hashed =>
  featuresOf(reading, {
    ...about,
    clinical: reading.clinical,
    told: reading.told,
    understood: unread === 0,
    puzzling: unread > MANY,
    hint: signs !== undefined && signs.points > 0,
    plain: signs?.points === 0,
    ...(signs?.met && { signs: true, [`rule ${signs.met.rule}`]: true, [`kind ${signs.met.kind}`]: true }),
  }).map(([name, value]) => [hashOf(name) % DANGER_BUCKETS, value])

/** Weights of the model, read from the text when a question is first asked. */
let read: { readonly danger: Int8Array; readonly kinds: readonly Int8Array[] } | undefined
function weights() {
  if (read === undefined) {
    const values = new Map(
      [...WEIGHT_CHARACTERS].map((one, i) => [one, i - (WEIGHT_CHARACTERS.length - 1) / 2]),
    )
    const decode = (text: string) => Int8Array.from(text, (one) => values.get(one) ?? 0)
    const kinds = decode(DANGER_WEIGHTS.kinds.text)
    read = {
      danger: decode(DANGER_WEIGHTS.danger.text),
      kinds: KINDS.map((_, i) => kinds.subarray(i * KIND_BUCKETS, (i + 1) * KIND_BUCKETS)),
    }
  }
  return read
}

const sumOf = (hashed: Hashed, own: Int8Array, mask: number, { scale }: WrittenWeights): number => {
  let sum = 0
  for (const [bucket, value] of hashed) sum += own[bucket & mask]! * value
  return sum * scale
}

/**
 * Judges a text by a logistic model of hashed words, neighbours and pieces of words (weights by `bench/train-danger.ts`).
 * `score` is the log of the odds that somebody is in danger, and `kind` the likeliest kind of danger.
 */
export function judgeByModel(hashed: Hashed): { readonly score: number; readonly kind: ConcernKind } {
  const { danger, kinds } = weights()
  const score =
    DANGER_WEIGHTS.danger.bias[0]! + sumOf(hashed, danger, DANGER_BUCKETS - 1, DANGER_WEIGHTS.danger)
  const sums = kinds.map(
    (own, i) => DANGER_WEIGHTS.kinds.bias[i]! + sumOf(hashed, own, KIND_BUCKETS - 1, DANGER_WEIGHTS.kinds),
  )
  return { score, kind: KINDS[sums.indexOf(Math.max(...sums))]! }
}
