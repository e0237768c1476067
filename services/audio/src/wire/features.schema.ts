import Type from 'typebox'

const nullableNumber = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })
const nullableText = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

export const EXAMPLE_FEATURES = {
  duration: 10,
  format: {
    container: 'wav',
    codec: 'pcm_s16le',
    sample_rate: 44100,
    channels: 2,
    bit_rate: 1411200,
    title: null,
    artist: null,
  },
  loudness: {
    integrated_lufs: -14.2,
    range_lu: 5.1,
    momentary_max_lufs: -9.8,
    short_term_max_lufs: -11.5,
    true_peak_dbtp: -0.9,
    sample_peak_dbfs: -1,
  },
}

export const FeaturesBody = Type.Object({
  duration: Type.Number({ description: 'Seconds of audio that could be decoded' }),
  format: Type.Object({
    container: Type.String({ description: 'By content' }),
    codec: Type.String({ description: 'As ffmpeg names it' }),
    sample_rate: Type.Integer({ description: 'Hz' }),
    channels: Type.Integer({ description: '1 is mono, 2 stereo' }),
    bit_rate: nullableNumber('Bits per second, as the file states'),
    title: nullableText('From the tags'),
    artist: nullableText('From the tags'),
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
