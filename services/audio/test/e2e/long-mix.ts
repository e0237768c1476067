import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestDatabase } from '@assay/kit/testing'
import { PEAK_ZOOMS } from '../../src/domain/peaks/peaks.ts'

const SECONDS = 7200
const SAMPLE_RATE_HZ = 44_100
const TEMPO_BPM = 126
const SECTIONS = 120

/** Peaks of a mix at all zooms, as the service keeps them. */
function peakBytes(samples: number): Uint8Array {
  let zoom = Int8Array.from({ length: Math.ceil(samples / PEAK_ZOOMS[0]) * 2 }, (_, i) => {
    const seconds = ((i >> 1) * PEAK_ZOOMS[0]) / SAMPLE_RATE_HZ
    const loud = 30 + 90 * Math.exp(-9 * (seconds % (60 / TEMPO_BPM))) * Math.abs(Math.sin(seconds / 97))
    return Math.round(i % 2 === 0 ? -loud : loud)
  })
  const zooms = [zoom]
  while (zooms.length < PEAK_ZOOMS.length) {
    const finer = zoom
    zoom = Int8Array.from({ length: Math.ceil(finer.length / 8) * 2 }, (_, i) => {
      const own = finer.subarray((i >> 1) * 8, (i >> 1) * 8 + 8).filter((_value, at) => at % 2 === i % 2)
      return i % 2 === 0 ? Math.min(...own) : Math.max(...own)
    })
    zooms.push(zoom)
  }
  return Uint8Array.from(zooms.flatMap((one) => [...new Uint8Array(one.buffer)]))
}

const rounded = (seconds: number) => Math.round(seconds * 10_000) / 10_000

/** Beats, drums and sections of two hours, as an analysis of them would be stored. */
function partsOfMix() {
  const beat = 60 / TEMPO_BPM
  const beats = Array.from({ length: Math.floor(SECONDS / beat) }, (_, i) => rounded(0.1 + i * beat))
  const hits = beats.flatMap((at, i) => [
    { timestamp: at, instrument: 'kick', velocity: 0.9, confidence: 0.9 },
    { timestamp: rounded(at + beat / 2), instrument: 'hat', velocity: 0.5, confidence: 0.7 },
    ...(i % 2 === 1 ? [{ timestamp: at, instrument: 'snare', velocity: 0.7, confidence: 0.8 }] : []),
  ])
  const length = SECONDS / SECTIONS
  const phrases = Array.from({ length: SECTIONS }, (_, i) => ({
    start_time: i * length,
    end_time: (i + 1) * length,
    type: ['main', 'break', 'build', 'drop'][i % 4],
    label: `part ${i + 1}`,
  }))
  return {
    beats: {
      tempo: TEMPO_BPM,
      tempo_candidates: [],
      tempo_regions: [{ start_time: 0, end_time: SECONDS, bpm: TEMPO_BPM }],
      beats,
      downbeats: beats.filter((_, i) => i % 4 === 0),
      beats_per_bar: 4,
      confidence: 0.9,
      downbeat_confidence: 0.8,
    },
    hits,
    phrases,
  }
}

type Stored = { results: { metadata: object; drum_analysis: object; emotional_profile: object } }

/** Makes the only track of a library a mix of two hours, as if such a file had been analysed. */
export async function becomeLongMix(database: TestDatabase, folder: string): Promise<void> {
  const { inTransaction } = await database.open()
  await inTransaction(async (run) => {
    const [row] = (await run('SELECT peaks_key, analysis FROM kept_track')) as unknown as {
      peaks_key: string
      analysis: Stored
    }[]
    const samples = SECONDS * SAMPLE_RATE_HZ
    writeFileSync(join(folder, 'files', row!.peaks_key, 'audio'), peakBytes(samples))
    const { results } = row!.analysis
    const { beats, hits, phrases } = partsOfMix()
    const analysis = {
      emotions: [],
      results: {
        ...results,
        metadata: { ...results.metadata, duration: SECONDS },
        emotional_profile: {
          ...results.emotional_profile,
          intensity_curve: Array.from({ length: SECONDS }, (_, i) => Math.abs(Math.sin(i / 97))),
        },
        beats,
        phrases,
        drum_analysis: { ...results.drum_analysis, num_hits: hits.length, hits },
      },
    }
    await run('UPDATE kept_track SET samples = $1, sample_rate_hz = $2, analysis = $3', [
      samples,
      SAMPLE_RATE_HZ,
      JSON.stringify(analysis),
    ])
    await run(`UPDATE listed_track SET duration_seconds = ${SECONDS}, tempo_bpm = ${TEMPO_BPM}`)
  })
}
