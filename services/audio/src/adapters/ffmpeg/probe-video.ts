import type { Container } from '../../domain/sniff-container.ts'
import { AUDIO_DECODERS, inputArguments } from './input-arguments.ts'
import { type RunLimits, readOutput } from './read-output.ts'

/** What a file with video states about its first audio stream. */
export interface VideoSound {
  readonly codec: string
  readonly sampleRate: string | undefined
  readonly channels: number
  readonly tags: Readonly<Record<string, string>>
}

/** Names of channel layouts whose number of channels is not in the name. */
const LAYOUTS: Readonly<Record<string, number>> = {
  mono: 1,
  stereo: 2,
  downmix: 2,
  quad: 4,
  hexagonal: 6,
  octagonal: 8,
  hexadecagonal: 16,
}

/** Returns the number of channels of a layout as ffmpeg names it: "stereo", "5.1(side)", "3 channels". */
function channelsOf(layout: string): number {
  const [name = ''] = layout.split('(')
  const counted = /^(\d+) channels/.exec(layout)
  if (counted) return Number(counted[1])
  return LAYOUTS[name] ?? name.split('.').reduce((sum, part) => sum + (Number(part) || 0), 0)
}

/** Packets are copied for this long, to make ffmpeg write a header. */
const COPIED_SECONDS = '0.1'

/** Reads `key=value` lines of ffmpeg's metadata format before the first section; backslashes escape. */
function readTags(text: string): Record<string, string> {
  const tags: Record<string, string> = {}
  for (const line of text.split(/(?<!\\)\n/)) {
    if (line.startsWith('[')) break
    const [, key, value] = /^((?:[^=\\]|\\.)+)=(.*)$/s.exec(line) ?? []
    if (key !== undefined && value !== undefined) tags[key] = value.replaceAll(/\\(.)/gs, '$1')
  }
  return tags
}

/**
 * Reads the header of the first audio stream of a file with video; undefined when there is none. ffprobe would open a
 * decoder for the video, and video decoders are not allowed. ffmpeg copies the first packets of the sound instead and
 * describes them, without opening any decoder. The length is not known before the file is decoded.
 */
export async function probeVideo(
  path: string,
  container: Container,
  options: RunLimits & { readonly ffmpegPath?: string },
): Promise<VideoSound | undefined> {
  const read = (...output: string[]) =>
    readOutput(
      options.ffmpegPath ?? 'ffmpeg',
      [
        ...['-hide_banner', '-nostdin', '-threads', '1'],
        ...inputArguments(container, path, AUDIO_DECODERS),
        ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-c:a', 'copy', ...output, 'pipe:1'],
      ],
      options,
    )
  const { text } = await read('-t', COPIED_SECONDS, '-f', 'framecrc')
  const field = (name: string) => new RegExp(`^#${name} 0: (.+)$`, 'm').exec(text)?.[1]?.trim()
  const codec = field('codec_id')
  if (codec === undefined || field('media_type') !== 'audio') return undefined
  const { text: metadata } = await read('-t', '0', '-f', 'ffmetadata')
  return {
    codec,
    sampleRate: field('sample_rate'),
    channels: channelsOf(field('channel_layout_name') ?? ''),
    tags: readTags(metadata),
  }
}
