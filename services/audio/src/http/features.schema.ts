import Type from 'typebox'

const nullableNumber = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })

export const FeaturesForm = Type.Object(
  { async: Type.Optional(Type.Boolean({ description: 'Answer 202 with a job at once' })) },
  { additionalProperties: true },
)

export const FeaturesBody = Type.Object({
  duration: Type.Number({ description: 'Seconds of audio that could be decoded' }),
  format: Type.Object({
    container: Type.String({ examples: ['mp3'] }),
    codec: Type.String({ examples: ['mp3'] }),
    sample_rate: Type.Integer({ description: 'Hz' }),
    channels: Type.Integer(),
    bit_rate: nullableNumber('Bits per second, as the file states'),
    title: Type.Union([Type.String(), Type.Null()]),
    artist: Type.Union([Type.String(), Type.Null()]),
  }),
  loudness: Type.Object(
    {
      integrated_lufs: nullableNumber('Programme loudness; null for silence'),
      range_lu: Type.Number({ description: 'Loudness range' }),
      momentary_max_lufs: nullableNumber('Loudest 400 ms'),
      short_term_max_lufs: nullableNumber('Loudest 3 s'),
      true_peak_dbtp: nullableNumber('4× oversampled'),
      sample_peak_dbfs: nullableNumber('Largest sample'),
    },
    { description: 'EBU R128 / ITU-R BS.1770-4' },
  ),
})

export const FeaturesAnswer = Type.Object({
  status: Type.String({ examples: ['completed'] }),
  features: FeaturesBody,
  processing_time: Type.Number({ description: 'Seconds' }),
})

export const JobAccepted = Type.Object({
  job_id: Type.String({ format: 'uuid' }),
  status: Type.String({ examples: ['pending'] }),
  message: Type.String(),
})
