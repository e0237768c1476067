import { decibelsOfLevel } from '../features/bands.ts'
import { MSD_LABELS, MTT_LABELS } from './labels.ts'
import { patchLevels } from './mel-levels.ts'
import type { MelPatch } from './patch-collector.ts'
import { EMBEDDING_SIZE, type TagNetwork } from './tag-network.ts'

/** Names of the networks, after what they were trained on. */
export const TAG_SOURCES = ['mtt', 'msd'] as const
/** Name of a network. */
export type TagSource = (typeof TAG_SOURCES)[number]
/** Both networks. */
export type TagNetworks = Readonly<Record<TagSource, TagNetwork>>

/** Probabilities of the tags at one time. */
interface TaggedPatch {
  readonly startSeconds: number
  readonly endSeconds: number
  readonly probabilities: Readonly<Record<TagSource, Float32Array>>
}

/** What the networks heard in a track. */
export interface HeardTags {
  /** Taggram: patches in order of time. */
  readonly patches: readonly TaggedPatch[]
  /** Mean of the embeddings of both networks, each of length 1; `2 · EMBEDDING_SIZE` numbers. */
  readonly embedding: Float32Array
}

/**
 * Loudness that a track is brought to before it is tagged, LUFS: the networks answer differently to a track that is
 * turned down, but a track is the same music at any level.
 */
const TAGGED_LUFS = -14

/** Tags the patches of a track, after its level was brought to `TAGGED_LUFS`. Returns null without patches or in silence. */
export function hearTags(
  networks: TagNetworks,
  patches: readonly MelPatch[],
  integratedLufs: number | null,
): HeardTags | null {
  if (patches.length === 0 || integratedLufs === null) return null
  const gainDb = TAGGED_LUFS - integratedLufs
  const sums = { mtt: new Float64Array(EMBEDDING_SIZE), msd: new Float64Array(EMBEDDING_SIZE) }
  const tagged = patches.map(({ startSeconds, endSeconds, levels: stored }) => {
    const levels = patchLevels(
      Float64Array.from(stored, (level) =>
        level === 0 ? 0 : 10 ** ((decibelsOfLevel(level) + gainDb) / 10),
      ),
    )
    const hear = (source: TagSource) => {
      const { probabilities, embedding } = networks[source].tag(levels)
      for (let i = 0; i < EMBEDDING_SIZE; i++) sums[source][i]! += embedding[i]!
      return probabilities
    }
    return { startSeconds, endSeconds, probabilities: { mtt: hear('mtt'), msd: hear('msd') } }
  })
  const embedding = new Float32Array(2 * EMBEDDING_SIZE)
  for (const [part, source] of TAG_SOURCES.entries()) {
    const length = Math.hypot(...sums[source]) || 1
    for (let i = 0; i < EMBEDDING_SIZE; i++) embedding[part * EMBEDDING_SIZE + i] = sums[source][i]! / length
  }
  return { patches: tagged, embedding }
}

/** Tag with its probability. */
export interface Tag {
  readonly name: string
  /** Mean probability, 0 to 1. */
  readonly probability: number
}

/** Returns the mean probability of every tag of a network between two times; null when no patch lies there. */
export function meanProbabilities(
  { patches }: HeardTags,
  source: TagSource,
  startSeconds = 0,
  endSeconds = Number.POSITIVE_INFINITY,
): Float64Array | null {
  const centred = patches.filter((patch) => {
    const centre = (patch.startSeconds + patch.endSeconds) / 2
    return centre >= startSeconds && centre < endSeconds
  })
  if (centred.length === 0) return null
  const mean = new Float64Array(labelsOf(source).length)
  for (const { probabilities } of centred)
    for (let i = 0; i < mean.length; i++) mean[i]! += probabilities[source][i]! / centred.length
  return mean
}

/** Returns the labels of a network. */
export const labelsOf = (source: TagSource): readonly string[] => (source === 'mtt' ? MTT_LABELS : MSD_LABELS)

/** Returns the tags of at least a probability, most probable first. */
export function tagsAbove(probabilities: Float64Array, source: TagSource, least: number): readonly Tag[] {
  return labelsOf(source)
    .map((name, i) => ({ name: name.toLowerCase(), probability: probabilities[i]! }))
    .filter(({ probability }) => probability >= least)
    .sort((a, b) => b.probability - a.probability)
}
