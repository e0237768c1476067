import type { Container } from './sniff-container.ts'

/** Media type of each container, as browsers name them. Video files are played for their sound only. */
const MEDIA_TYPES: Readonly<Record<Container, string>> = {
  wav: 'audio/wav',
  aiff: 'audio/aiff',
  mp3: 'audio/mpeg',
  flac: 'audio/flac',
  aac: 'audio/aac',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  mp4: 'audio/mp4',
  webm: 'audio/webm',
}

/** Every media type that an original can have. */
export const ORIGINAL_MEDIA_TYPES: readonly string[] = [...new Set(Object.values(MEDIA_TYPES))]

/** Returns the media type of a container. */
export const mediaTypeOf = (container: Container): string => MEDIA_TYPES[container]
