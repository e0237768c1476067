import type { Container } from '../../domain/sniff-container.ts'

/** ffmpeg's demuxer for each container. It is forced, so that a playlist named .mp3 is never opened as a playlist. */
const DEMUXER: Record<Container, string> = {
  wav: 'wav',
  aiff: 'aiff',
  mp3: 'mp3',
  flac: 'flac',
  aac: 'aac',
  m4a: 'mov',
  mp4: 'mov',
  webm: 'matroska',
  ogg: 'ogg',
  opus: 'ogg',
}

/** Decoders allowed for uploads: audio only, no experimental and no video codecs. */
export const AUDIO_DECODERS: readonly string[] = [
  ...[
    'u8',
    's8',
    's16le',
    's16be',
    's24le',
    's24be',
    's32le',
    's32be',
    'f32le',
    'f32be',
    'f64le',
    'f64be',
  ].map((name) => `pcm_${name}`),
  ...['pcm_alaw', 'pcm_mulaw', 'adpcm_ms', 'adpcm_ima_wav'],
  ...['mp1float', 'mp2float', 'mp3float', 'mp3', 'mp2', 'aac', 'alac', 'flac', 'vorbis', 'opus'],
]

/**
 * Decoders for cover pictures. ffprobe opens a decoder for every stream, so without these a file with a cover could not
 * be probed. ffmpeg opens only the stream that it decodes.
 */
export const COVER_DECODERS: readonly string[] = ['mjpeg', 'png', 'gif', 'bmp', 'webp']

/** 256 MB. No audio decoder needs a larger allocation, and a header cannot request more. */
const MAX_ALLOCATION_BYTES = 268_435_456

/**
 * Returns the options before `-i` for ffmpeg and ffprobe. The path is passed with `file:`, so that no name is read as
 * an option or a protocol.
 */
export const inputArguments = (container: Container, path: string, decoders: readonly string[]): string[] => [
  '-v',
  'error',
  '-max_alloc',
  String(MAX_ALLOCATION_BYTES),
  '-protocol_whitelist',
  'file,pipe',
  '-format_whitelist',
  [...new Set(Object.values(DEMUXER))].join(','),
  '-codec_whitelist',
  decoders.join(','),
  '-f',
  DEMUXER[container],
  '-i',
  `file:${path}`,
]
