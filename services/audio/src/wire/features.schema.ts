import Type from 'typebox'
import { nullable } from './nullable.ts'

/** Example of a features result for the OpenAPI document. */
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

export const LoudnessBody = Type.Object(
  {
    integrated_lufs: nullable(
      Type.Number(),
      'Programme loudness, LUFS; null for silence or less than 400 ms',
    ),
    range_lu: Type.Number({ description: 'Loudness range, LU' }),
    momentary_max_lufs: nullable(Type.Number(), 'Loudest 400 ms, LUFS; null for silence or less than that'),
    short_term_max_lufs: nullable(Type.Number(), 'Loudest 3 s, LUFS; null for silence or less than that'),
    true_peak_dbtp: nullable(Type.Number(), 'True peak with fourfold oversampling, dBTP; null for silence'),
    sample_peak_dbfs: nullable(Type.Number(), 'Largest sample, dBFS; null for silence'),
  },
  { title: 'Loudness', description: 'Loudness after EBU R128 / ITU-R BS.1770-4' },
)

const AudioFormat = Type.Object(
  {
    container: Type.String({ description: 'Container, detected from the content' }),
    codec: Type.String({ description: 'Codec, as ffmpeg names it' }),
    sample_rate: Type.Integer({ description: 'Sample rate, Hz' }),
    channels: Type.Integer({ description: 'Number of channels: 1 is mono, 2 stereo' }),
    bit_rate: nullable(
      Type.Number(),
      'Bit rate that the file states, bits per second; null when it states none',
    ),
    title: nullable(Type.String(), 'Title from the tags; null without the tag'),
    artist: nullable(Type.String(), 'Artist from the tags; null without the tag'),
  },
  { title: 'AudioFormat', description: 'Container, codec and tags of the file' },
)

export const FeaturesBody = Type.Object(
  {
    duration: Type.Number({ description: 'Length of the audio that could be decoded, seconds' }),
    format: AudioFormat,
    loudness: LoudnessBody,
  },
  { title: 'Features', description: 'Duration, format and loudness' },
)
