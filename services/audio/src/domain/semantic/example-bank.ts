import packed from './example-vectors.json' with { type: 'json' }
import data from './examples.json' with { type: 'json' }
import { CONCEPTS, type Concept } from './lexicon.ts'

/** Sentence that stands for one or several concepts: a situation that no list of feeling words covers. */
export interface Example {
  readonly text: string
  readonly concepts: readonly Concept[]
}

const byName = new Map(CONCEPTS.map((concept) => [concept.name, concept]))

/** All examples, in the order of their vectors; written for this project. */
export const EXAMPLES: readonly Example[] = Object.entries(
  data as Readonly<Record<string, readonly string[]>>,
).flatMap(([names, texts]) => {
  const concepts = names.split('+').map((name) => byName.get(name)!)
  return texts.map((text) => ({ text, concepts }))
})

/** Examples with their vectors from one embedding model. */
export interface ExampleBank {
  readonly model: string
  readonly vectors: readonly Float32Array[]
}

/** The same vectors in compact form: 8 bits per number, all on one scale. */
export interface PackedBank {
  readonly model: string
  readonly dimensions: number
  /** Largest absolute number, represented by 127. */
  readonly largest: number
  /** One string per example, two hexadecimal digits per number. */
  readonly vectors: readonly string[]
}

/** Returns the value of a hexadecimal digit by its code: 0–9 or a–f. */
const digit = (code: number): number => (code < 58 ? code - 48 : code - 87)

/** Unpacks vectors to unit length. Rounding to 8 bits changes a cosine by less than 0.01. */
export function unpackBank(packed: PackedBank): ExampleBank {
  const vectors = packed.vectors.map((hex) => {
    const vector = new Float32Array(packed.dimensions)
    for (let i = 0; i < vector.length; i++) {
      const byte = 16 * digit(hex.charCodeAt(2 * i)) + digit(hex.charCodeAt(2 * i + 1))
      vector[i] = ((byte > 127 ? byte - 256 : byte) * packed.largest) / 127
    }
    const length = Math.hypot(...vector) || 1
    return vector.map((x) => x / length)
  })
  return { model: packed.model, vectors }
}

let shipped: ExampleBank | undefined
/**
 * Returns the vectors shipped with the service, from all-MiniLM-L6-v2. For another model, embed the texts of
 * `EXAMPLES`.
 */
export function shippedBank(): ExampleBank {
  shipped ??= unpackBank(packed)
  return shipped
}

/** Packs unit vectors for storage. */
export function packBank({ model, vectors }: ExampleBank): PackedBank {
  const largest = Math.max(...vectors.map((vector) => Math.max(...vector.map(Math.abs))))
  return {
    model,
    dimensions: vectors[0]?.length ?? 0,
    largest,
    vectors: vectors.map((vector) =>
      Array.from(vector, (x) =>
        ((Math.round((x / largest) * 127) + 256) % 256).toString(16).padStart(2, '0'),
      ).join(''),
    ),
  }
}

/** Sharpness of the vote, per unit of cosine. */
const SHARPNESS = 12
/** Number of nearest examples that vote. */
const VOTERS = 10
/** Below the first cosine the nearest example is ignored, above the second it counts fully. */
const UNLIKE = 0.4
const ALIKE = 0.6

/** Meaning of a text by its similarity to the examples. */
export interface Likeness {
  /** Weights that sum to 1. */
  readonly concepts: ReadonlyMap<Concept, number>
  /** Similarity of the nearest example, 0 to 1. */
  readonly confidence: number
}

/**
 * Returns the concepts of a text by a soft vote of the examples nearest in meaning: the attention kernel over labelled
 * examples of Vinyals et al., Matching networks for one shot learning, 2016. The vector must come from the model of the
 * bank.
 */
export function likenessOf(vector: Float32Array, bank: ExampleBank): Likeness {
  const cosines = bank.vectors.map((example) => {
    let sum = 0
    for (let i = 0; i < example.length; i++) sum += example[i]! * vector[i]!
    return sum
  })
  const nearest = cosines
    .map((cosine, i) => ({ cosine, meant: EXAMPLES[i]!.concepts }))
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, VOTERS)
  const most = nearest[0]?.cosine ?? 0
  const votes = nearest.map(({ cosine }) => Math.exp(SHARPNESS * (cosine - most)))
  const total = votes.reduce((sum, vote) => sum + vote, 0)
  const concepts = new Map<Concept, number>()
  for (const [i, vote] of votes.entries()) {
    const { meant } = nearest[i]!
    for (const concept of meant)
      concepts.set(concept, (concepts.get(concept) ?? 0) + vote / total / meant.length)
  }
  return { concepts, confidence: Math.max(0, Math.min(1, (most - UNLIKE) / (ALIKE - UNLIKE))) }
}
