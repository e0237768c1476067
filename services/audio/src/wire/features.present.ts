import type { Static } from 'typebox'
import type { Job } from '../domain/job.ts'
import type { Loudness } from '../domain/loudness/loudness-meter.ts'
import type { Features } from '../operations/measure-features.ts'
import type { FeaturesBody } from './features.schema.ts'
import type { JobAccepted } from './upload.schema.ts'

export const presentLoudness = (loudness: Loudness) => ({
  integrated_lufs: loudness.integratedLufs,
  range_lu: loudness.rangeLu,
  momentary_max_lufs: loudness.momentaryMaxLufs,
  short_term_max_lufs: loudness.shortTermMaxLufs,
  true_peak_dbtp: loudness.truePeakDbtp,
  sample_peak_dbfs: loudness.samplePeakDbfs,
})

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

export const presentAccepted = (job: Job): Static<typeof JobAccepted> => ({
  job_id: job.id,
  status: job.status,
  message: `Accepted. GET /api/v1/jobs/${job.id} tells how far it is.`,
})
