import { type BandLayout, FRAME_LENGTH, LEVEL_OFFSET, LEVEL_SLOPE } from '../../domain/features/bands.ts'
import { type CreateLevelMeter, type LevelMeter, powerScale } from '../../domain/features/frame-levels.ts'
import { FRAME_LEVELS_WASM } from './frame-levels.wasm.ts'

interface Kernel {
  readonly memory: WebAssembly.Memory
  measure(bins: number, bands: number, slope: number, offset: number): void
}

/** Offsets in the kernel's memory, in bytes; the same as in kernels/frame-levels.ts. */
const SPECTRUM = 1024
const LEVELS = 25_600
const FIRST_BINS = 26_624
const GROUPS = 27_648
const SCALES = 28_672
const WEIGHTS = 32_768
const LANES = 4
const MAX_BANDS = 256

/**
 * Loads the SIMD kernel and returns a factory of level meters. It takes 1 µs per frame instead of 3.5 µs in plain
 * JavaScript.
 */
export async function loadLevelMeters(): Promise<CreateLevelMeter> {
  const module = await WebAssembly.compile(Buffer.from(FRAME_LEVELS_WASM, 'base64'))
  return (layout) => createMeter(new WebAssembly.Instance(module).exports as unknown as Kernel, layout)
}

function createMeter({ memory, measure }: Kernel, layout: BandLayout): LevelMeter {
  const { buffer } = memory
  const { count, lastBin } = layout
  if (count > MAX_BANDS || lastBin > FRAME_LENGTH / 2 - LANES)
    throw new RangeError(`the kernel has no memory for ${count} bands`)
  writeWeights(buffer, layout)
  new Float32Array(buffer, SCALES, count).set(powerScale(layout))
  const input = new Float32Array(buffer, SPECTRUM, FRAME_LENGTH)
  const levels = new Uint16Array(buffer, LEVELS, count)
  return {
    measure(spectrum, out, at) {
      input.set(spectrum)
      // The slot of im(0) holds re(size/2), and the window of bin 1 reads it.
      input[1] = 0
      measure(lastBin, count, LEVEL_SLOPE, LEVEL_OFFSET)
      out.set(levels, at)
    },
  }
}

/** Writes the triangle of each band as weights of its bins, in groups of four, starting at bin 1. */
function writeWeights(buffer: ArrayBuffer, { count, firstBin, lastBin, bandBelow, shareBelow }: BandLayout) {
  const firstBins = new Int32Array(buffer, FIRST_BINS, count)
  const groups = new Int32Array(buffer, GROUPS, count)
  const weights = new Float32Array(buffer, WEIGHTS)
  let written = 0
  for (let band = 0; band < count; band++) {
    let first = -1
    let last = -1
    for (let bin = firstBin; bin <= lastBin; bin++) {
      const falling = bandBelow[bin] === band
      if (!falling && bandBelow[bin] !== band - 1) continue
      if (first < 0) first = bin
      last = bin
      weights[written + bin - first] = falling ? shareBelow[bin]! : 1 - shareBelow[bin]!
    }
    firstBins[band] = Math.max(0, first - 1)
    groups[band] = first < 0 ? 0 : Math.ceil((last - first + 1) / LANES)
    written += groups[band]! * LANES
  }
}
