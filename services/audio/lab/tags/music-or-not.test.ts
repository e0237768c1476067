import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeAnalysis } from '../../src/compose/analysis.ts'
import type { TrackAnalysis } from '../../src/domain/analyse-track.ts'
import { textSummary } from '../../src/domain/records/records.ts'
import { describeTrack } from '../../src/domain/semantic/describe-track.ts'
import { measureTrack } from '../../src/domain/semantic/track-measures.ts'
import type { AnalysedFile, AnalysisDepth } from '../../src/operations/ports.ts'
import { writeWav } from '../corpus/wav.ts'
import { NOISE_RATE_HZ, NOISES } from './noises.ts'
import { SIMPLE_MUSIC } from './simple-music.ts'

const LIMIT_MS = 120_000
let folder: string
let analyse: (samples: Float32Array) => Promise<TrackAnalysis>
let beatsOf: (samples: Float32Array) => Promise<Pick<AnalysedFile, 'rhythm' | 'music'>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-music-'))
  const analyseFile = await composeAnalysis()
  const run = async (samples: Float32Array, depth: AnalysisDepth) => {
    const path = join(folder, 'sound.wav')
    await writeWav(path, { samples, sampleRateHz: NOISE_RATE_HZ, channels: 1 })
    return analyseFile(path, { depth, maxDurationSeconds: 60 })
  }
  analyse = async (samples) => (await run(samples, 'full')).analysis!
  beatsOf = (samples) => run(samples, 'rhythm')
})
afterAll(() => rm(folder, { recursive: true }))

/** One sound of each kind that was not fitted on; `fit-music` judges all of them. */
function notFitted<Sound extends { fit: boolean; name: string }>(sounds: readonly Sound[]): Sound[] {
  const kindOf = ({ name }: Sound): string => name.replace(/ \d+$/, '')
  const left = sounds.filter(({ fit }) => !fit)
  return left.filter((sound, i) => left.findIndex((other) => kindOf(other) === kindOf(sound)) === i)
}

describe('sound that is no music and was not fitted on', () => {
  const silence = { name: 'silence', fit: false, make: () => new Float32Array(10 * NOISE_RATE_HZ) }

  it.each([...notFitted(NOISES), silence])(
    'has no tempo, drum, key or mood: $name',
    async ({ make }) => {
      const analysis = await analyse(make().subarray(0, 10 * NOISE_RATE_HZ))
      expect(analysis.music).toMatchObject({ heard: false })
      expect(analysis.rhythm).toMatchObject({ tempoBpm: 0, beats: [] })
      expect(analysis.drums.hits).toEqual([])
      expect(analysis.key).toBeNull()
      expect(analysis.feeling.dominant).toBe('neutral')
      expect(textSummary(analysis, 'x')).toContain('No music heard')
      expect(describeTrack(measureTrack(analysis))).toBe('No music heard.')
    },
    LIMIT_MS,
  )
})

describe('beats alone', () => {
  it.each(notFitted(NOISES).slice(0, 3))(
    'has no tempo where there is no music: $name',
    async ({ make }) => {
      const { rhythm, music } = await beatsOf(make().subarray(0, 10 * NOISE_RATE_HZ))
      expect(music).toMatchObject({ heard: false })
      expect(rhythm).toMatchObject({ tempoBpm: 0, beats: [], downbeats: [], confidence: 0 })
    },
    LIMIT_MS,
  )

  it(
    'decides by the beat where it is clear',
    async () => {
      const loop = notFitted(SIMPLE_MUSIC).find(({ name }) => name === 'other drum loop')!
      const { rhythm, music } = await beatsOf(loop.make())
      expect(rhythm.tempoBpm).toBeCloseTo(140, 0)
      expect(music).toEqual({ heard: true, probability: rhythm.confidence })
    },
    LIMIT_MS,
  )
})

describe('simple music that was not fitted on', () => {
  it.each(notFitted(SIMPLE_MUSIC))(
    'is heard: $name',
    async ({ make }) => {
      const { music, tags } = await analyse(make())
      expect(music).toMatchObject({ heard: true })
      expect(tags!.patches.length).toBeGreaterThan(0)
    },
    LIMIT_MS,
  )
})
