import type { AudioProbe } from '../domain/audio-source.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Decoder } from './ports.ts'

/**
 * Probes a file and refuses it at once when its header states that it is too long. The decoder checks the real length.
 */
export async function probeWithin(
  decoder: Decoder,
  path: string,
  limit: { readonly maxDurationSeconds: number; readonly signal?: AbortSignal },
): Promise<AudioProbe> {
  const source = await decoder.probe(path, limit.signal ? { signal: limit.signal } : {})
  const { maxDurationSeconds } = limit
  if (source.durationSeconds !== null && source.durationSeconds > maxDurationSeconds) {
    throw new Refusal('DURATION_TOO_LONG', `the audio is longer than ${maxDurationSeconds} seconds`, {
      field: 'file',
      issue: 'too_long',
      provided: source.durationSeconds,
    })
  }
  return source
}
