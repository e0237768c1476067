import type { Container } from './sniff-container.ts'

/** What a file says of itself before a sample is decoded. */
export interface AudioProbe {
  readonly container: Container
  readonly codec: string
  /** Hz, 1 000 to 768 000. */
  readonly sampleRateHz: number
  /** 1 to 32. */
  readonly channels: number
  /** Seconds as the header claims, null where it claims nothing; the decoded length is the truth. */
  readonly durationSeconds: number | null
  readonly bitRateBps: number | null
  readonly sizeBytes: number
  readonly title: string | null
  readonly artist: string | null
}

/** How the samples are wanted. */
export interface PcmFormat {
  readonly sampleRateHz: number
  /** 1 (mean of the channels) or 2. */
  readonly channels: 1 | 2
}
