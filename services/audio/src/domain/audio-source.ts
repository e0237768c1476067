import type { Container } from './sniff-container.ts'

/** What a file states about itself, before anything is decoded. */
export interface AudioProbe {
  readonly container: Container
  readonly codec: string
  /** Sample rate in Hz, 1 000 to 768 000. */
  readonly sampleRateHz: number
  /** Number of channels, 1 to 32. */
  readonly channels: number
  /** Duration in seconds according to the header; null when it states none. The decoded length may differ. */
  readonly durationSeconds: number | null
  readonly bitRateBps: number | null
  readonly sizeBytes: number
  readonly title: string | null
  readonly artist: string | null
}

/** Wanted format of the samples. */
export interface PcmFormat {
  readonly sampleRateHz: number
  /** 1 (mean of the channels) or 2. */
  readonly channels: 1 | 2
}
