import type { AudioProbe } from '../../domain/audio-source.ts'
import type { PlainWav } from '../../domain/plain-wav.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Container } from '../../domain/sniff-container.ts'
import { openPlainWav } from '../wav/plain-wav.ts'
import { AUDIO_DECODERS, COVER_DECODERS, inputArguments } from './input-arguments.ts'
import { probeVideo } from './probe-video.ts'
import { type RunLimits, readOutput, undecodable } from './read-output.ts'
import { sniffFile } from './sniff-file.ts'

/** How to probe a file. */
export interface ProbeOptions extends RunLimits {
  readonly ffprobePath?: string
  readonly ffmpegPath?: string
}

interface ProbeStream {
  readonly codec_type?: string
  readonly codec_name?: string
  readonly sample_rate?: string
  readonly channels?: number
  readonly duration?: string
  readonly bit_rate?: string
  readonly tags?: Record<string, string>
}

interface ProbeAnswer {
  readonly streams?: readonly ProbeStream[]
  readonly format?: { duration?: string; bit_rate?: string; tags?: Record<string, string> }
}

/** Longest tag, in UTF-16 units. Cutting inside a character would leave half of it, which JSON columns refuse. */
const MAX_TAG_LENGTH = 500

const positive = (text: string | undefined): number | null => {
  const value = Number(text)
  return text !== undefined && Number.isFinite(value) && value > 0 ? value : null
}

const tag = (answer: ProbeAnswer, stream: ProbeStream, name: string): string | null => {
  for (const tags of [answer.format?.tags, stream.tags]) {
    for (const [key, value] of Object.entries(tags ?? {})) {
      if (key.toLowerCase() === name && value.trim() !== '')
        return value.trim().slice(0, MAX_TAG_LENGTH).toWellFormed()
    }
  }
  return null
}

/**
 * Reads what a file states about itself: container (from the content), codec, sample rate, channels, duration and tags.
 */
export async function probe(path: string, options: ProbeOptions = {}): Promise<AudioProbe> {
  const { container, sizeBytes } = await sniffFile(path)
  const plain = container === 'wav' ? await openPlainWav(path) : undefined
  options.signal?.throwIfAborted()
  if (plain !== undefined) return { container, sizeBytes, ...readPlain(plain) }
  if (container === 'webm') return probeWithVideo(path, { container, sizeBytes }, options)
  const { text, errorText } = await readOutput(
    options.ffprobePath ?? 'ffprobe',
    [
      ...inputArguments(container, path, [...AUDIO_DECODERS, ...COVER_DECODERS]),
      ...['-of', 'json', '-show_entries'],
      'stream=codec_type,codec_name,sample_rate,channels,duration,bit_rate:stream_tags:format=duration,bit_rate:format_tags',
    ],
    options,
  )
  if (!errorText.includes('not on whitelist')) return readAnswer(text, { container, sizeBytes })
  // The codec that is not accepted may be that of a video.
  if (container === 'm4a') return probeWithVideo(path, { container: 'mp4', sizeBytes }, options)
  throw codecNotAccepted(container)
}

type Known = Pick<AudioProbe, 'container' | 'sizeBytes'>

const codecNotAccepted = (container: Container): Refusal =>
  undecodable(
    'codec_not_accepted',
    `the ${container} file contains a codec that is not accepted; convert it to flac, which is lossless`,
  )

/** Probes the sound of a file that may contain video. */
async function probeWithVideo(path: string, known: Known, options: ProbeOptions): Promise<AudioProbe> {
  const sound = await probeVideo(path, known.container, options)
  if (sound && !AUDIO_DECODERS.includes(sound.codec)) throw codecNotAccepted(known.container)
  const streams = sound && [
    {
      codec_type: 'audio',
      codec_name: sound.codec,
      channels: sound.channels,
      ...(sound.sampleRate === undefined ? {} : { sample_rate: sound.sampleRate }),
    },
  ]
  return readStreams(sound && streams ? { streams, format: { tags: sound.tags } } : {}, known)
}

/** Returns the same values, with the same digits, as ffprobe, so that results do not depend on the reader. */
function readPlain({ bitsPerSample, sampleRateHz, channels, frames }: PlainWav) {
  return {
    codec: `pcm_s${bitsPerSample}le`,
    sampleRateHz,
    channels,
    durationSeconds: positive((frames / sampleRateHz).toFixed(6)),
    bitRateBps: sampleRateHz * channels * bitsPerSample,
    title: null,
    artist: null,
  }
}

function readAnswer(text: string, known: Known): AudioProbe {
  try {
    return readStreams(JSON.parse(text) as ProbeAnswer, known)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw undecodable('unreadable', `the ${known.container} file could not be read`)
  }
}

function readStreams(answer: ProbeAnswer, known: Known): AudioProbe {
  const stream = answer.streams?.find((candidate) => candidate.codec_type === 'audio')
  if (stream === undefined)
    throw undecodable('no_audio', `the ${known.container} file contains no readable audio`)
  const sampleRateHz = positive(stream.sample_rate)
  if (sampleRateHz === null || sampleRateHz < 1000 || sampleRateHz > 768_000) {
    throw undecodable('sample_rate', 'the sample rate must be 1 000 to 768 000 Hz', stream.sample_rate)
  }
  const channels = stream.channels ?? 0
  if (channels < 1 || channels > 32)
    throw undecodable('channels', 'the file must have 1 to 32 channels', channels)
  return {
    ...known,
    codec: stream.codec_name ?? 'unknown',
    sampleRateHz,
    channels,
    durationSeconds: positive(stream.duration) ?? positive(answer.format?.duration),
    bitRateBps: positive(stream.bit_rate) ?? positive(answer.format?.bit_rate),
    title: tag(answer, stream, 'title'),
    artist: tag(answer, stream, 'artist'),
  }
}
