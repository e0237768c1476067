import { decode } from '../src/adapters/ffmpeg/decode.ts'
import { probe } from '../src/adapters/ffmpeg/probe.ts'
import { loadLevelMeters } from '../src/adapters/kernels/frame-levels.ts'
import { loadFrameNetworks } from '../src/adapters/kernels/frame-network.ts'
import { loadTransforms } from '../src/adapters/pffft/create-transform.ts'
import { createFeatureExtractor, type TrackFeatures } from '../src/domain/features/feature-extractor.ts'
import { shippedFrameModel } from '../src/domain/hearing/frame-network.ts'

export const createTransform = await loadTransforms()
export const createLevelMeter = await loadLevelMeters()
export const frameNetwork = (await loadFrameNetworks())(shippedFrameModel())

/**
 * Extracts the features of a file with the decoder and extractor of the service; `full` adds loudness, pitch and
 * stereo.
 */
export async function featuresOfFile(
  path: string,
  full = true,
  onMono?: (samples: Float32Array) => void,
): Promise<TrackFeatures> {
  const channels = full ? 2 : 1
  const { durationSeconds, container } = await probe(path)
  const extractor = createFeatureExtractor({
    createTransform,
    createLevelMeter,
    channels,
    withLoudness: full,
    withPitch: full,
    ...(onMono ? { onMono } : {}),
    ...(durationSeconds === null ? {} : { expectedSeconds: durationSeconds }),
  })
  for await (const block of decode(path, { sampleRateHz: 44_100, channels, container })) extractor.push(block)
  return extractor.finish()
}
