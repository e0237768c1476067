import type { RealTransform } from '../features/real-transform.ts'
import { MEL_BANDS, PATCH_FRAMES } from './tag-network.ts'

/** Sample rate of the networks, Hz. */
export const TAG_RATE_HZ = 16_000
/** Samples of a frame. */
export const MEL_FRAME_LENGTH = 512
/** Samples between two frames. */
export const MEL_HOP_LENGTH = 256
const BINS = MEL_FRAME_LENGTH / 2 + 1

/** Slaney's mel scale: linear below 1 000 Hz, logarithmic above (Auditory Toolbox, 1998; librosa's default). */
const hzOfMel = (mel: number): number =>
  mel < 15 ? (mel * 200) / 3 : 1000 * Math.exp(((mel - 15) * Math.log(6.4)) / 27)
const melOfHz = (hz: number): number =>
  hz < 1000 ? (hz * 3) / 200 : 15 + (27 * Math.log(hz / 1000)) / Math.log(6.4)

interface Triangle {
  readonly firstBin: number
  readonly weights: Float32Array
}

/** Returns the triangles of the bands, each with area 1 over frequency in Hz ("slaney" norm). */
function triangles(): readonly Triangle[] {
  const top = melOfHz(TAG_RATE_HZ / 2)
  const edges = Array.from({ length: MEL_BANDS + 2 }, (_, i) => hzOfMel((top * i) / (MEL_BANDS + 1)))
  return Array.from({ length: MEL_BANDS }, (_, band) => {
    const [low, centre, high] = [edges[band]!, edges[band + 1]!, edges[band + 2]!]
    const weights: number[] = []
    let firstBin = -1
    for (let bin = 0; bin < BINS; bin++) {
      const hz = (bin * TAG_RATE_HZ) / MEL_FRAME_LENGTH
      const weight = Math.min((hz - low) / (centre - low), (high - hz) / (high - centre))
      if (weight <= 0) continue
      if (firstBin < 0) firstBin = bin
      weights.push((weight * 2) / (high - low))
    }
    return { firstBin: Math.max(0, firstBin), weights: Float32Array.from(weights) }
  })
}

const TRIANGLES = triangles()
/** Periodic Hann window. */
const WINDOW = Float32Array.from(
  { length: MEL_FRAME_LENGTH },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / MEL_FRAME_LENGTH),
)

/** Writes the power of each band of a frame that starts at `from`, `MEL_BANDS` values from `at` on. */
export function melPowers(
  transform: RealTransform,
  samples: Float32Array,
  from: number,
  out: Float32Array,
  at: number,
): void {
  const { input } = transform
  for (let i = 0; i < MEL_FRAME_LENGTH; i++) input[i] = WINDOW[i]! * samples[from + i]!
  const spectrum = transform.forward()
  for (let band = 0; band < MEL_BANDS; band++) {
    const { firstBin, weights } = TRIANGLES[band]!
    let sum = 0
    for (let i = 0; i < weights.length; i++) {
      const bin = firstBin + i
      const re = bin === BINS - 1 ? spectrum[1]! : spectrum[2 * bin]!
      const im = bin === 0 || bin === BINS - 1 ? 0 : spectrum[2 * bin + 1]!
      sum += weights[i]! * (re * re + im * im)
    }
    out[at + band] = sum
  }
}

/** log₁₀(10 000 x + 1). The original computes it in half precision and so do we, up to where that overflows. */
function compressed(power: number): number {
  const scaled = 10_000 * Math.f16round(power)
  const rounded = Math.f16round(Math.f16round(scaled) + 1)
  return Number.isFinite(rounded) ? Math.f16round(Math.log10(rounded)) : Math.log10(10_000 * power + 1)
}

/** Returns the input of a network from `PATCH_FRAMES` rows of band powers. */
export function patchLevels(powers: ArrayLike<number>): Float32Array {
  const levels = new Float32Array(PATCH_FRAMES * MEL_BANDS)
  for (let i = 0; i < levels.length; i++) levels[i] = compressed(powers[i]!)
  return levels
}
