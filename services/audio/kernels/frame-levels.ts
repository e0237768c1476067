/**
 * Levels of the bands of one frame, four lanes at a time: what `measureLevels` in src/domain/features/frame-levels.ts does,
 * in AssemblyScript. `npm run kernel -w @assay/audio` compiles it into src/adapters/kernels/frame-levels.wasm.ts, which is
 * committed; tests hold it to the reference.
 */

// Places in the memory, in bytes; src/adapters/kernels/frame-levels.ts knows them too.
const SPECTRUM: usize = 1024
const POWERS: usize = 16384
const BANDS: usize = 24576
const LEVELS: usize = 25600
const FIRST_BINS: usize = 26624
const GROUPS: usize = 27648
const SCALES: usize = 28672
const WEIGHTS: usize = 32768

const LN_2: f32 = 0.69314718056
/** Bits of √½. */
const ROOT_HALF: i32 = 0x3f3504f3
const MANTISSA: i32 = 0x007fffff

/** Power of the bins from 1 on behind a Hann window, which in the spectrum is three taps: ½, −¼, −¼ (Harris 1978). */
function windowedPowers(bins: i32): void {
  const half = f32x4.splat(0.5)
  const quarter = f32x4.splat(0.25)
  for (let bin = 0; bin < bins; bin += 4) {
    const before = SPECTRUM + (<usize>bin << 3)
    const a = f32x4.sub(
      f32x4.mul(half, v128.load(before + 8)),
      f32x4.mul(quarter, f32x4.add(v128.load(before), v128.load(before + 16))),
    )
    const b = f32x4.sub(
      f32x4.mul(half, v128.load(before + 24)),
      f32x4.mul(quarter, f32x4.add(v128.load(before + 16), v128.load(before + 32))),
    )
    const aa = f32x4.mul(a, a)
    const bb = f32x4.mul(b, b)
    const re = v128.shuffle<f32>(aa, bb, 0, 2, 4, 6)
    const im = v128.shuffle<f32>(aa, bb, 1, 3, 5, 7)
    v128.store(POWERS + (<usize>bin << 2), f32x4.add(re, im))
  }
}

/** Weighted sum of the powers under each band's triangle; weights are padded with zeros to groups of four. */
function sumBands(bands: i32): void {
  let weight = WEIGHTS
  for (let band = 0; band < bands; band++) {
    let power = POWERS + (<usize>load<i32>(FIRST_BINS + (<usize>band << 2)) << 2)
    const groups = load<i32>(GROUPS + (<usize>band << 2))
    let sum = f32x4.splat(0)
    for (let group = 0; group < groups; group++) {
      sum = f32x4.add(sum, f32x4.mul(v128.load(weight), v128.load(power)))
      weight += 16
      power += 16
    }
    const pairs = f32x4.add(sum, v128.shuffle<f32>(sum, sum, 2, 3, 0, 1))
    store<f32>(BANDS + (<usize>band << 2), f32x4.extract_lane(pairs, 0) + f32x4.extract_lane(pairs, 1))
  }
}

/** Natural logarithm: 2 artanh((m − 1) / (m + 1)) of the mantissa m between √½ and √2, five terms, plus the exponent's share. */
function log(x: v128): v128 {
  const shifted = i32x4.sub(x, i32x4.splat(ROOT_HALF))
  const exponent = i32x4.shr_s(shifted, 23)
  const m = i32x4.add(v128.and(shifted, i32x4.splat(MANTISSA)), i32x4.splat(ROOT_HALF))
  const one = f32x4.splat(1)
  const s = f32x4.div(f32x4.sub(m, one), f32x4.add(m, one))
  const q = f32x4.mul(s, s)
  let series = f32x4.splat(<f32>(2.0 / 9.0))
  series = f32x4.add(f32x4.mul(series, q), f32x4.splat(<f32>(2.0 / 7.0)))
  series = f32x4.add(f32x4.mul(series, q), f32x4.splat(<f32>(2.0 / 5.0)))
  series = f32x4.add(f32x4.mul(series, q), f32x4.splat(<f32>(2.0 / 3.0)))
  series = f32x4.add(f32x4.mul(series, q), f32x4.splat(2))
  return f32x4.add(f32x4.mul(series, s), f32x4.mul(f32x4.convert_i32x4_s(exponent), f32x4.splat(LN_2)))
}

/** From the spectrum to `bands` levels of 16 bits: `slope` steps per unit of the logarithm, `offset` steps at power 1. */
export function measure(bins: i32, bands: i32, slope: f32, offset: f32): void {
  windowedPowers(bins)
  sumBands(bands)
  const toNearest = f32x4.splat(offset + 0.5)
  for (let band = 0; band < bands; band += 4) {
    const power = f32x4.mul(v128.load(BANDS + (<usize>band << 2)), v128.load(SCALES + (<usize>band << 2)))
    const steps = i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(log(power), f32x4.splat(slope)), toNearest))
    // Narrowing saturates: what is below the floor becomes 0, what is above the ceiling 65 535.
    v128.store64_lane(LEVELS + (<usize>band << 1), i16x8.narrow_i32x4_u(steps, steps), 0)
  }
}
