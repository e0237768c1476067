import { decode } from '../src/adapters/ffmpeg/decode.ts'
import { loadTransforms } from '../src/adapters/pffft/create-transform.ts'
import { createFeatureExtractor, type TrackFeatures } from '../src/domain/features/feature-extractor.ts'

const transforms = await loadTransforms()

/** Features of a file through the same decoder and extractor as the service; `full` adds loudness, pitch and stereo. */
export async function featuresOfFile(path: string, full = true): Promise<TrackFeatures> {
  const channels = full ? 2 : 1
  const extractor = createFeatureExtractor({
    createTransform: transforms,
    channels,
    withLoudness: full,
    withPitch: full,
  })
  for await (const block of decode(path, { sampleRateHz: 44_100, channels })) extractor.push(block)
  return extractor.finish()
}
