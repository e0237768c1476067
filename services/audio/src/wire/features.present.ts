import type { Static } from 'typebox'
import type { Loudness } from '../domain/loudness/loudness-meter.ts'
import type { Features } from '../operations/measure-features.ts'
import type { FeaturesBody, LoudnessBody } from './features.schema.ts'

/** Presents loudness, rounded. */
export const presentLoudness = (loudness: Loudness): Static<typeof LoudnessBody> => ({
  integrated_lufs: loudness.integratedLufs,
  range_lu: loudness.rangeLu,
  momentary_max_lufs: loudness.momentaryMaxLufs,
  short_term_max_lufs: loudness.shortTermMaxLufs,
  true_peak_dbtp: loudness.truePeakDbtp,
  sample_peak_dbfs: loudness.samplePeakDbfs,
})

/** Presents duration, format and loudness. */
export const presentFeatures = ({
  durationSeconds,
  source,
  loudness,
}: Features): Static<typeof FeaturesBody> => ({
  duration: durationSeconds,
  format: {
    container: source.container,
    codec: source.codec,
    sample_rate: source.sampleRateHz,
    channels: source.channels,
    bit_rate: source.bitRateBps,
    title: source.title,
    artist: source.artist,
  },
  loudness: presentLoudness(loudness),
})
