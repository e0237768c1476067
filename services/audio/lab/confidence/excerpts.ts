/**
 * Excerpts of 24 s with known beats, bars and keys, and what the engine says of each: the confidences of the beat, the
 * bars and the key before calibration, and whether each is right. Pieces to fit on and pieces to report on are apart.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { analyseRhythm } from '../../src/domain/analyse-track.ts'
import { createFeatureExtractor } from '../../src/domain/features/feature-extractor.ts'
import { superFlux } from '../../src/domain/features/novelty.ts'
import { certainTempo } from '../../src/domain/rhythm/certain-tempo.ts'
import { foldChroma } from '../../src/domain/tonality/chroma.ts'
import { findKey } from '../../src/domain/tonality/find-key.ts'
import { createLevelMeter, createTransform } from '../analyse-file.ts'
import { FRESH_PIECES } from '../corpus/fresh-pieces.ts'
import type { KeySpan, PieceSpec } from '../corpus/piece.ts'
import { piecesOf } from '../corpus/pieces.ts'
import { corpusFolder, renderPiece } from '../corpus/render.ts'
import { readWav } from '../corpus/wav.ts'
import recipes from '../groove/fresh-recipes.json' with { type: 'json' }
import { BEAT_WINDOW_SECONDS } from '../scoring/beat-scores.ts'
import { keyScore } from '../scoring/key-score.ts'
import { eventScore } from '../scoring/match-events.ts'
import { engineDigest } from '../search/measured-corpus.ts'
import { keyVariant } from './key-variant.ts'

const SECONDS = 24
const HOP_SECONDS = 8
/** Beats before this time of an excerpt do not count: a tracker needs a moment. */
const SETTLED_SECONDS = 3
/** Beats and bars are right when this F-measure is reached. */
const RIGHT = 0.9

/** What the engine says of something, and whether it is right. */
interface Claim {
  /** Confidence before calibration, 0 to 1. */
  readonly confidence: number
  readonly right: boolean
}

/** Clarity of each claim and whether it is right (1) or not (0). */
export type Claims = readonly (readonly [clarity: number, right: number])[]

/** Claims about an excerpt; absent where the truth is not known. */
interface Excerpt {
  readonly piece: string
  readonly beat?: Claim
  readonly downbeat?: Claim
  readonly key?: Claim
}

interface Piece {
  readonly id: string
  render(): Promise<{
    readonly mixPath: string
    readonly beats: readonly number[]
    readonly downbeats: readonly number[]
    readonly keys: readonly KeySpan[]
  }>
}

const ofSpec = (spec: PieceSpec): Piece => ({
  id: spec.id,
  render: async () => {
    const { mixPath, truth } = await renderPiece(spec)
    return { mixPath, beats: truth.beats, downbeats: truth.downbeats, keys: truth.keys }
  },
})

/** Returns the pieces of the second fresh set that have been rendered; their key is that of the accompaniment. */
async function groovePieces(): Promise<Piece[]> {
  const folders = (await readdir(corpusFolder()))
    .filter((name) => name.startsWith('groove-fresh-'))
    .toSorted()
  return folders.map((name) => ({
    id: name,
    render: async () => {
      const folder = join(corpusFolder(), name)
      const { beats, downbeats } = JSON.parse(await readFile(join(folder, 'truth.json'), 'utf8')) as {
        beats: number[]
        downbeats: number[]
      }
      const { tonic, mode } = recipes.find(({ id }) => name.startsWith(`${id}-`))!.accompaniment
      const keys = [{ startSeconds: 0, tonic, mode: mode as KeySpan['mode'] }]
      return { mixPath: join(folder, 'mix.wav'), beats, downbeats, keys }
    },
  }))
}

/**
 * Returns two more pieces of each of the tuning half, with other notes and another tonic, the first in the other mode. Of 22
 * pieces alone the curve of the key depends on a few that are wrong throughout.
 */
const variants = (): PieceSpec[] =>
  [1, 2].flatMap((number) => piecesOf('tuning').map((spec) => keyVariant(spec, number)))

/** Names of the sets: one to fit on, the others to report on. */
const SETS = {
  fit: async () => [...piecesOf('tuning'), ...variants()].map(ofSpec),
  'held-out': async () => piecesOf('held-out').map(ofSpec),
  groove: groovePieces,
  fresh: async () => FRESH_PIECES.map(ofSpec),
} as const
/** Name of a set. */
export type SetName = keyof typeof SETS

function claimsOf(samples: Float32Array, truth: Awaited<ReturnType<Piece['render']>>, startSeconds: number) {
  const extractor = createFeatureExtractor({
    ...{ createTransform, createLevelMeter, channels: 1, withLoudness: false, withPitch: true },
  })
  extractor.push(samples)
  const features = extractor.finish()
  const chroma = foldChroma(features)
  const rhythm = analyseRhythm(features, superFlux(features), chroma)
  const pulsed = certainTempo({ tempoBpm: rhythm.tempoBpm, beatConfidence: rhythm.confidence }) > 0
  const key = findKey(chroma, pulsed ? rhythm.downbeats : [], features.durationSeconds)
  const within = (times: readonly number[]) =>
    times.map((time) => time - startSeconds).filter((time) => time >= SETTLED_SECONDS && time < SECONDS - 0.1)
  const settled = (times: readonly number[]) =>
    times.filter((time) => time >= SETTLED_SECONDS && time < SECONDS - 0.1)
  const claim = (real: readonly number[], found: readonly number[], confidence: number): Claim => ({
    confidence,
    right: eventScore(within(real), settled(found), BEAT_WINDOW_SECONDS).fMeasure >= RIGHT,
  })
  // Where the key changes within the excerpt there is no single truth; where no beat sounds there is none at all.
  const keys = truth.keys.filter(
    (one, i) =>
      one.startSeconds < startSeconds + SECONDS &&
      (truth.keys[i + 1]?.startSeconds ?? Number.POSITIVE_INFINITY) > startSeconds,
  )
  const beaten = within(truth.beats).length >= 8
  return {
    ...(beaten ? { beat: claim(truth.beats, rhythm.beats, rhythm.confidence) } : {}),
    ...(beaten ? { downbeat: claim(truth.downbeats, rhythm.downbeats, rhythm.downbeatConfidence) } : {}),
    ...(keys.length === 1 && key !== null
      ? { key: { confidence: key.confidence, right: keyScore(keys[0]!, key) === 1 } }
      : {}),
  }
}

async function excerptsOf(piece: Piece): Promise<Excerpt[]> {
  const truth = await piece.render()
  const { samples, sampleRateHz, channels } = await readWav(truth.mixPath)
  const mono = new Float32Array(Math.floor(samples.length / channels))
  for (let i = 0; i < mono.length; i++)
    for (let c = 0; c < channels; c++) mono[i]! += samples[i * channels + c]! / channels
  const found: Excerpt[] = []
  for (let start = 0; (start + SECONDS) * sampleRateHz <= mono.length; start += HOP_SECONDS) {
    const part = mono.slice(start * sampleRateHz, (start + SECONDS) * sampleRateHz)
    found.push({ piece: piece.id, ...claimsOf(part, truth, start) })
  }
  return found
}

/** Measures the excerpts of a set with the engine of this tree; each piece is measured once per engine. */
async function measureSet(name: SetName): Promise<Excerpt[]> {
  const digest = await engineDigest()
  const cache = join(corpusFolder(), '../confidence')
  await mkdir(cache, { recursive: true })
  const all: Excerpt[] = []
  for (const piece of await SETS[name]()) {
    const key = createHash('sha256').update(`${digest} ${SECONDS} ${HOP_SECONDS} ${piece.id}`).digest('hex')
    const path = join(cache, `${key.slice(0, 24)}.json`)
    const known = await readFile(path, 'utf8').catch(() => null)
    const excerpts = known === null ? await excerptsOf(piece) : (JSON.parse(known) as Excerpt[])
    if (known === null) await writeFile(path, JSON.stringify(excerpts))
    all.push(...excerpts)
  }
  return all
}

/** Claims of every set. */
export type MeasuredClaims = Readonly<Record<SetName, Readonly<Record<'beat' | 'downbeat' | 'key', Claims>>>>

/** Measures the claims of some sets, by default of all. */
export async function measureClaims(
  sets: readonly SetName[] = Object.keys(SETS) as SetName[],
): Promise<Partial<MeasuredClaims>> {
  const entries: [string, Record<string, Claims>][] = []
  for (const name of sets) {
    const excerpts = await measureSet(name)
    const claims = (what: 'beat' | 'downbeat' | 'key'): Claims =>
      excerpts.flatMap((excerpt) => {
        const claim = excerpt[what]
        return claim === undefined
          ? []
          : [[Math.round(1e4 * claim.confidence) / 1e4, Number(claim.right)] as const]
      })
    entries.push([name, { beat: claims('beat'), downbeat: claims('downbeat'), key: claims('key') }])
  }
  return Object.fromEntries(entries)
}
