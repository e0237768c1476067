/** Fixtures behind the versions of audio's results; run as a command, it writes their fingerprints. */
import { join } from 'node:path'
import { fingerprintsCommand, type Versioned } from '@assay/kit/testing-fingerprints'
import { loadTransforms } from '../src/adapters/pffft/create-transform.ts'
import { loadTagNetworks } from '../src/compose/analysis.ts'
import { analyseTrack, ENGINE_VERSION } from '../src/domain/analyse-track.ts'
import { probabilityOf } from '../src/domain/confidence/probability.ts'
import { createFeatureExtractor } from '../src/domain/features/feature-extractor.ts'
import { createReferenceTransform } from '../src/domain/features/reference-transform.ts'
import { shippedBank } from '../src/domain/semantic/example-bank.ts'
import {
  EMBEDDING_DIMENSIONS,
  queryFromExample,
  queryVector,
  readQuery,
  SEARCH_MODEL_VERSION,
  trackVector,
} from '../src/domain/semantic/search-vector.ts'
import { hearTags } from '../src/domain/tags/hear-tags.ts'
import { createPatchCollector } from '../src/domain/tags/patch-collector.ts'
import { syntheticMeasures } from './synthetic-tracks.ts'

export const FINGERPRINTS = join(import.meta.dirname, 'fingerprints.json')

const RATE_HZ = 44_100
const SECONDS = 12

/** A linear congruential generator (Numerical Recipes), 0 to 1. */
function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const CHORDS_HZ = [
  [220, 261.63, 329.63],
  [174.61, 220, 261.63],
]

/** Two chords in turn, four beats each. */
const chordAt = (beats: number, seconds: number): number =>
  CHORDS_HZ[Math.floor(beats / 4) % 2]!.reduce((sum, hz) => sum + Math.sin(2 * Math.PI * hz * seconds), 0)

/**
 * Twelve seconds whose tempo sways around 112 beats a minute: a bass drum, a hi-hat between the beats, both of uneven
 * strength, and two chords in turn. A steadier tune would not depend on most of the engine's constants.
 */
function tune(): Float32Array {
  const noise = dice(1)
  const strengths = Array.from({ length: 64 }, () => 0.4 + 0.6 * noise())
  return Float32Array.from({ length: RATE_HZ * SECONDS }, (_, i) => {
    const t = i / RATE_HZ
    const beats = (112 / 60) * (t + 0.15 * Math.sin(0.9 * t))
    const sinceBeat = ((beats % 1) * 60) / 112
    const sinceOffbeat = (((beats + 0.45) % 1) * 60) / 112
    const strength = strengths[Math.floor(beats)]!
    const kick = strength * Math.sin(2 * Math.PI * 60 * sinceBeat) * Math.exp(-sinceBeat * 18)
    const hat = (2 * noise() - 1) * (1.2 - strength) * Math.exp(-sinceOffbeat * 60)
    return 0.5 * kick + 0.15 * hat + 0.08 * chordAt(beats, t)
  })
}

/**
 * Twelve seconds at 104 beats a minute: a bass drum and a snare in turn on the beats, and between them a hi-hat and a
 * louder bass, which comes a quarter of a beat later in every second bar. The beats are found on the bass first, and then
 * moved by half a beat; how they continue depends on the weight of the metrical curve.
 */
function offbeatTune(): Float32Array {
  const noise = dice(1)
  const strengths = Array.from({ length: 64 }, () => 0.4 + 0.6 * noise())
  return Float32Array.from({ length: RATE_HZ * SECONDS }, (_, i) => {
    const t = i / RATE_HZ
    const beats = (104 / 60) * (t + 0.06 * Math.sin(0.9 * t))
    const since = (shift: number): number => (((beats + shift) % 1) * 60) / 104
    const isSnare = Math.floor(beats) % 2 === 1
    const sinceBass = since(Math.floor(beats / 4) % 2 === 1 ? 0.25 : 0.5)
    const strength = strengths[Math.floor(beats + 0.5)]!
    const kick = isSnare ? 0 : Math.sin(2 * Math.PI * 60 * since(0)) * Math.exp(-since(0) * 18)
    const snare = (2 * noise() - 1) * (isSnare ? Math.exp(-since(0) * 30) : 0)
    const bass = strength * Math.sin(2 * Math.PI * 82.4 * sinceBass) * Math.exp(-sinceBass * 6)
    const hat = (2 * noise() - 1) * strength * Math.exp(-since(0.5) * 60)
    return 0.15 * kick + 0.15 * snare + 0.4 * bass + 0.2 * hat + 0.04 * chordAt(beats, t)
  })
}

/** With the tags of a few patches, which depend on every weight of the networks. */
async function analyse(samples: Float32Array) {
  const createTransform = await loadTransforms()
  const collector = createPatchCollector(createTransform)
  const extractor = createFeatureExtractor({
    createTransform: createReferenceTransform,
    channels: 1,
    withLoudness: true,
    withPitch: true,
    onMono: (samples) => collector.push(samples),
  })
  extractor.push(samples)
  const features = extractor.finish()
  const networks = await loadTagNetworks(createTransform)
  return analyseTrack(features, hearTags(networks, collector.finish(), features.loudness!.integratedLufs))
}

/** With the stated probabilities. */
async function analysis() {
  const stated = (['beat', 'downbeat', 'key'] as const).map((what) => probabilityOf(what, 0.6))
  return { tracks: [await analyse(tune()), await analyse(offbeatTune())], stated }
}

/** Stands for the embedding of a text: any vector of length one will do. */
function embedding(seed: number): Float32Array {
  const roll = dice(seed)
  const raw = Array.from({ length: EMBEDDING_DIMENSIONS }, () => roll() - 0.5)
  const length = Math.hypot(...raw)
  return Float32Array.from(raw, (value) => value / length)
}

function searchResults() {
  const bank = shippedBank()
  const tracks = [2, 3].map((seed) => trackVector(syntheticMeasures(dice(seed)), embedding(seed)))
  return {
    tracks,
    queries: ['dark and slow, no drums', 'happy music for a rainy morning'].map(
      (text, i) => queryVector(readQuery(text), embedding(10 + i), bank).vector,
    ),
    examples: tracks.map(queryFromExample),
  }
}

export const VERSIONS: readonly Versioned[] = [
  { name: 'ENGINE_VERSION', version: ENGINE_VERSION, results: analysis },
  { name: 'SEARCH_MODEL_VERSION', version: SEARCH_MODEL_VERSION, results: searchResults },
]

if (import.meta.main) await fingerprintsCommand(FINGERPRINTS, VERSIONS)
