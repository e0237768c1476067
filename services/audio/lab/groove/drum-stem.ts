import { loadLevelMeters } from '../../src/adapters/kernels/frame-levels.ts'
import { loadTransforms } from '../../src/adapters/pffft/create-transform.ts'
import { createFeatureExtractor, type TrackFeatures } from '../../src/domain/features/feature-extractor.ts'
import { createSeparator } from '../../src/domain/stems/separate.ts'

const BLOCK = 32_768
const createTransform = await loadTransforms()
const createLevelMeter = await loadLevelMeters()

/** Returns the band levels of interleaved stereo at 44.1 kHz, without loudness and pitch. */
export function levelFeatures(samples: Float32Array): TrackFeatures {
  const extractor = createFeatureExtractor({
    createTransform,
    createLevelMeter,
    channels: 2,
    withLoudness: false,
    withPitch: false,
  })
  extractor.push(samples)
  return extractor.finish()
}

/** Returns the drum stem of the DSP engine. */
export function drumStem(samples: Float32Array): Float32Array {
  const separator = createSeparator({ createTransform, sampleRateHz: 44_100, channels: 2 })
  const out = new Float32Array(samples.length)
  let at = 0
  const take = (drums: Float32Array) => {
    out.set(drums, at)
    at += drums.length
  }
  for (let i = 0; i < samples.length; i += BLOCK) take(separator.push(samples.subarray(i, i + BLOCK)).drums)
  take(separator.finish().drums)
  return out
}
