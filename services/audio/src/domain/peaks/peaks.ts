/** Samples per peak of each zoom, finest first. Each zoom joins four peaks of the one before. */
export const PEAK_ZOOMS = [256, 1024, 4096, 16_384, 65_536] as const

/** Peaks that one peak of the next zoom joins. */
const JOINED = 4
/** Full scale of a signed byte; −128 is not used, so that both directions have the same scale. */
const FULL_SCALE = 127
/** Least and greatest value of a peak, one byte each. */
const BYTES_PER_PEAK = 2

/** Peaks of a track at all zooms. */
export interface Peaks {
  /** Number of samples that were measured. */
  readonly samples: number
  /** Zooms one after the other, finest first; each peak is two signed bytes, minimum and maximum. */
  readonly bytes: Uint8Array
}

/** Collects peaks while samples arrive. */
export interface PeakBuilder {
  /** Takes the next samples of the mono mix, −1 to 1. */
  push(mono: Float32Array): void
  finish(): Peaks
}

/** Returns the number of peaks of a zoom; the last one may cover fewer samples. */
export const peakCount = (samples: number, samplesPerPeak: number): number =>
  Math.ceil(samples / samplesPerPeak)

/** Returns where a zoom lies in the bytes of all zooms; undefined for a zoom that does not exist. */
export function peakSpan(
  samples: number,
  samplesPerPeak: number,
): { readonly offset: number; readonly length: number } | undefined {
  let offset = 0
  for (const zoom of PEAK_ZOOMS) {
    const length = peakCount(samples, zoom) * BYTES_PER_PEAK
    if (zoom === samplesPerPeak) return { offset, length }
    offset += length
  }
  return undefined
}

const byteBelow = (value: number) => Math.max(-FULL_SCALE, Math.floor(value * FULL_SCALE))
const byteAbove = (value: number) => Math.min(FULL_SCALE, Math.ceil(value * FULL_SCALE))
/** Values beyond full scale are drawn at full scale. */
const within = (value: number) => Math.max(-FULL_SCALE, Math.min(FULL_SCALE, value))

/** Returns the next zoom: the least and greatest values of four peaks each. */
function joined(peaks: Int8Array): Int8Array {
  const count = Math.ceil(peaks.length / BYTES_PER_PEAK / JOINED)
  const out = new Int8Array(count * BYTES_PER_PEAK)
  for (let to = 0; to < count; to++) {
    let least = FULL_SCALE
    let greatest = -FULL_SCALE
    const end = Math.min(peaks.length, (to + 1) * JOINED * BYTES_PER_PEAK)
    for (let at = to * JOINED * BYTES_PER_PEAK; at < end; at += BYTES_PER_PEAK) {
      least = Math.min(least, peaks[at]!)
      greatest = Math.max(greatest, peaks[at + 1]!)
    }
    out[to * BYTES_PER_PEAK] = least
    out[to * BYTES_PER_PEAK + 1] = greatest
  }
  return out
}

/**
 * Creates a builder of peaks. It keeps two bytes per 256 samples: 2.5 MB for two hours at 44 100 Hz. The result does
 * not depend on the size of the pieces, and no sample lies outside of its peak.
 */
export function createPeakBuilder(): PeakBuilder {
  const [finest] = PEAK_ZOOMS
  let bytes = new Int8Array(65_536)
  let written = 0
  let samples = 0
  let inPeak = 0
  let least = Number.POSITIVE_INFINITY
  let greatest = Number.NEGATIVE_INFINITY
  const close = () => {
    if (written + BYTES_PER_PEAK > bytes.length) {
      const grown = new Int8Array(bytes.length * 2)
      grown.set(bytes)
      bytes = grown
    }
    bytes[written] = within(byteBelow(least))
    bytes[written + 1] = within(byteAbove(greatest))
    written += BYTES_PER_PEAK
    inPeak = 0
    least = Number.POSITIVE_INFINITY
    greatest = Number.NEGATIVE_INFINITY
  }
  return {
    push(mono) {
      for (let at = 0; at < mono.length; ) {
        const end = Math.min(mono.length, at + finest - inPeak)
        inPeak += end - at
        for (; at < end; at++) {
          const value = mono[at]!
          if (value < least) least = value
          if (value > greatest) greatest = value
        }
        if (inPeak === finest) close()
      }
      samples += mono.length
    },
    finish() {
      if (inPeak > 0) close()
      const zooms: Int8Array[] = [bytes.subarray(0, written)]
      while (zooms.length < PEAK_ZOOMS.length) zooms.push(joined(zooms.at(-1)!))
      const all = new Int8Array(zooms.reduce((sum, zoom) => sum + zoom.length, 0))
      let offset = 0
      for (const zoom of zooms) {
        all.set(zoom, offset)
        offset += zoom.length
      }
      return { samples, bytes: new Uint8Array(all.buffer) }
    },
  }
}
