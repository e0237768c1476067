/**
 * Convolutions of the tagger, in AssemblyScript with four lanes. A filter that is as long as a good part of its input is
 * cheaper as a product of spectra: each lane holds one of four filters, so that no lane ever waits for another. `npm run
 * kernel -w @assay/audio` compiles it into src/adapters/kernels/convolve.wasm.ts, which is committed; the tests compare it with
 * the answers of the original network. All places in memory are given by src/adapters/kernels/musicnn.ts.
 */

/** Bytes of a complex number of four lanes. */
const COMPLEX: usize = 32
const HALF_ROOT_3: f32 = 0.8660254037844386

// A plan is: number of complex points, then for each stage its radix (4 or 3), and at its end 0; `TWIDDLES` bytes later the
// factors of all stages; `ROTATIONS` bytes later the factors of the step from a half spectrum to complex points.
const TWIDDLES: usize = 64
const ROTATIONS: usize = 4096

function scaled(x: v128, factor: f32): v128 {
  return f32x4.mul(x, f32x4.splat(factor))
}

/** Writes (re, im) times the factor at `w` to `to`. */
function storeRotated(to: usize, re: v128, im: v128, w: usize): void {
  const wr = v128.load32_splat(w)
  const wi = v128.load32_splat(w + 4)
  v128.store(to, f32x4.sub(f32x4.mul(re, wr), f32x4.mul(im, wi)))
  v128.store(to + 16, f32x4.add(f32x4.mul(re, wi), f32x4.mul(im, wr)))
}

function storeComplex(to: usize, re: v128, im: v128): void {
  v128.store(to, re)
  v128.store(to + 16, im)
}

/** One stage of radix 4 of an inverse transform after Stockham: `m` groups at the distance `stride`. */
function radix4(from: usize, to: usize, m: i32, stride: i32, twiddles: usize): void {
  const step = <usize>(m * stride) * COMPLEX
  const hop = <usize>stride * COMPLEX
  for (let p = 0; p < m; p++) {
    const w = twiddles + <usize>p * 24
    for (let q = 0; q < stride; q++) {
      const x = from + <usize>(q + stride * p) * COMPLEX
      const y = to + <usize>(q + stride * 4 * p) * COMPLEX
      const ar = v128.load(x)
      const ai = v128.load(x + 16)
      const br = v128.load(x + step)
      const bi = v128.load(x + step + 16)
      const cr = v128.load(x + 2 * step)
      const ci = v128.load(x + 2 * step + 16)
      const dr = v128.load(x + 3 * step)
      const di = v128.load(x + 3 * step + 16)
      const sr = f32x4.add(ar, cr)
      const si = f32x4.add(ai, ci)
      const tr = f32x4.sub(ar, cr)
      const ti = f32x4.sub(ai, ci)
      const ur = f32x4.add(br, dr)
      const ui = f32x4.add(bi, di)
      // i (b − d)
      const vr = f32x4.sub(di, bi)
      const vi = f32x4.sub(br, dr)
      storeComplex(y, f32x4.add(sr, ur), f32x4.add(si, ui))
      if (p == 0) {
        storeComplex(y + hop, f32x4.add(tr, vr), f32x4.add(ti, vi))
        storeComplex(y + 2 * hop, f32x4.sub(sr, ur), f32x4.sub(si, ui))
        storeComplex(y + 3 * hop, f32x4.sub(tr, vr), f32x4.sub(ti, vi))
      } else {
        storeRotated(y + hop, f32x4.add(tr, vr), f32x4.add(ti, vi), w)
        storeRotated(y + 2 * hop, f32x4.sub(sr, ur), f32x4.sub(si, ui), w + 8)
        storeRotated(y + 3 * hop, f32x4.sub(tr, vr), f32x4.sub(ti, vi), w + 16)
      }
    }
  }
}

/** One stage of radix 3. */
function radix3(from: usize, to: usize, m: i32, stride: i32, twiddles: usize): void {
  const step = <usize>(m * stride) * COMPLEX
  const hop = <usize>stride * COMPLEX
  for (let p = 0; p < m; p++) {
    const w = twiddles + <usize>p * 16
    for (let q = 0; q < stride; q++) {
      const x = from + <usize>(q + stride * p) * COMPLEX
      const y = to + <usize>(q + stride * 3 * p) * COMPLEX
      const ar = v128.load(x)
      const ai = v128.load(x + 16)
      const br = v128.load(x + step)
      const bi = v128.load(x + step + 16)
      const cr = v128.load(x + 2 * step)
      const ci = v128.load(x + 2 * step + 16)
      const tr = f32x4.add(br, cr)
      const ti = f32x4.add(bi, ci)
      const ur = f32x4.sub(ar, scaled(tr, 0.5))
      const ui = f32x4.sub(ai, scaled(ti, 0.5))
      // i √¾ (b − c)
      const vr = scaled(f32x4.sub(ci, bi), HALF_ROOT_3)
      const vi = scaled(f32x4.sub(br, cr), HALF_ROOT_3)
      storeComplex(y, f32x4.add(ar, tr), f32x4.add(ai, ti))
      if (p == 0) {
        storeComplex(y + hop, f32x4.add(ur, vr), f32x4.add(ui, vi))
        storeComplex(y + 2 * hop, f32x4.sub(ur, vr), f32x4.sub(ui, vi))
      } else {
        storeRotated(y + hop, f32x4.add(ur, vr), f32x4.add(ui, vi), w)
        storeRotated(y + 2 * hop, f32x4.sub(ur, vr), f32x4.sub(ui, vi), w + 8)
      }
    }
  }
}

/** Inverse transform of the complex points at `a`; `b` is room of the same size. Returns where the result is. */
function inverse(plan: usize, a: usize, b: usize): usize {
  let n = load<i32>(plan)
  let stride = 1
  let twiddles = plan + TWIDDLES
  for (let stage = plan + 4; load<i32>(stage) != 0; stage += 4) {
    const radix = load<i32>(stage)
    const m = n / radix
    if (radix == 4) radix4(a, b, m, stride, twiddles)
    else radix3(a, b, m, stride, twiddles)
    twiddles += <usize>(m * (radix - 1)) * 8
    n = m
    stride *= radix
    const swap = a
    a = b
    b = swap
  }
  return a
}

/** Writes the complex points of two mirrored places, k and n − k, of a half spectrum: see Numerical Recipes, section 12.3. */
function storePair(plan: usize, to: usize, k: i32, ar: v128, ai: v128, br: v128, bi: v128): void {
  const n = load<i32>(plan)
  const w = plan + ROTATIONS + (<usize>k << 3)
  const wr = v128.load32_splat(w)
  const wi = v128.load32_splat(w + 4)
  // s = a + b*, d = a − b*, t = i w d
  const sr = f32x4.add(ar, br)
  const si = f32x4.sub(ai, bi)
  const dr = f32x4.sub(ar, br)
  const di = f32x4.add(ai, bi)
  const tr = f32x4.neg(f32x4.add(f32x4.mul(dr, wi), f32x4.mul(di, wr)))
  const ti = f32x4.sub(f32x4.mul(dr, wr), f32x4.mul(di, wi))
  storeComplex(to + <usize>k * COMPLEX, f32x4.add(sr, tr), f32x4.add(si, ti))
  if (k > 0) storeComplex(to + <usize>(n - k) * COMPLEX, f32x4.sub(sr, tr), f32x4.sub(ti, si))
}

/** Largest of the first `count` real values at `from`. */
function largest(from: usize, count: i32): v128 {
  let most = v128.load(from)
  for (let i = 1; i < count; i++) most = f32x4.max(most, v128.load(from + (<usize>i << 4)))
  return most
}

/**
 * Four filters over `taps` rows of spectra, for `frames` rows (an even number): the largest of the first `valid` values of
 * each row goes to `out`. `x` has one half spectrum per row; `h` has the conjugate spectra of the filters per place and tap.
 */
export function overRows(
  plan: usize, x: usize, h: usize, taps: i32, frames: i32, valid: i32, room: usize, out: usize,
): void {
  const n = load<i32>(plan)
  const row = <usize>(n + 1) << 3
  const size = <usize>n * COMPLEX
  const second = room + 2 * size
  const perPlace = <usize>taps * COMPLEX
  for (let t = 0; t < frames; t += 2) {
    const top = x + <usize>t * row
    for (let k = 0; k <= n >> 1; k++) {
      let xk = top + (<usize>k << 3)
      let xm = top + (<usize>(n - k) << 3)
      let hk = h + <usize>k * perPlace
      let hm = h + <usize>(n - k) * perPlace
      let ar = f32x4.splat(0), ai = f32x4.splat(0), br = f32x4.splat(0), bi = f32x4.splat(0)
      let cr = f32x4.splat(0), ci = f32x4.splat(0), dr = f32x4.splat(0), di = f32x4.splat(0)
      for (let tap = 0; tap < taps; tap++) {
        let hr = v128.load(hk)
        let hi = v128.load(hk + 16)
        let xr = v128.load32_splat(xk)
        let xi = v128.load32_splat(xk + 4)
        ar = f32x4.add(ar, f32x4.sub(f32x4.mul(xr, hr), f32x4.mul(xi, hi)))
        ai = f32x4.add(ai, f32x4.add(f32x4.mul(xr, hi), f32x4.mul(xi, hr)))
        xr = v128.load32_splat(xk + row)
        xi = v128.load32_splat(xk + row + 4)
        cr = f32x4.add(cr, f32x4.sub(f32x4.mul(xr, hr), f32x4.mul(xi, hi)))
        ci = f32x4.add(ci, f32x4.add(f32x4.mul(xr, hi), f32x4.mul(xi, hr)))
        hr = v128.load(hm)
        hi = v128.load(hm + 16)
        xr = v128.load32_splat(xm)
        xi = v128.load32_splat(xm + 4)
        br = f32x4.add(br, f32x4.sub(f32x4.mul(xr, hr), f32x4.mul(xi, hi)))
        bi = f32x4.add(bi, f32x4.add(f32x4.mul(xr, hi), f32x4.mul(xi, hr)))
        xr = v128.load32_splat(xm + row)
        xi = v128.load32_splat(xm + row + 4)
        dr = f32x4.add(dr, f32x4.sub(f32x4.mul(xr, hr), f32x4.mul(xi, hi)))
        di = f32x4.add(di, f32x4.add(f32x4.mul(xr, hi), f32x4.mul(xi, hr)))
        xk += row
        xm += row
        hk += COMPLEX
        hm += COMPLEX
      }
      storePair(plan, room, k, ar, ai, br, bi)
      storePair(plan, second, k, cr, ci, dr, di)
    }
    v128.store(out + (<usize>t << 4), largest(inverse(plan, room, room + size), valid))
    v128.store(out + (<usize>(t + 1) << 4), largest(inverse(plan, second, second + size), valid))
  }
}

/** Four filters over `columns` half spectra: the largest of all columns at each of the first `frames` places goes to `out`. */
export function overColumns(
  plan: usize, x: usize, h: usize, columns: i32, frames: i32, room: usize, out: usize,
): void {
  const n = load<i32>(plan)
  const column = <usize>(n + 1) << 3
  for (let c = 0; c < columns; c++) {
    const top = x + <usize>c * column
    for (let k = 0; k <= n >> 1; k++) {
      const xk = top + (<usize>k << 3)
      const xm = top + (<usize>(n - k) << 3)
      const hk = h + <usize>k * COMPLEX
      const hm = h + <usize>(n - k) * COMPLEX
      let hr = v128.load(hk)
      let hi = v128.load(hk + 16)
      let xr = v128.load32_splat(xk)
      let xi = v128.load32_splat(xk + 4)
      const ar = f32x4.sub(f32x4.mul(xr, hr), f32x4.mul(xi, hi))
      const ai = f32x4.add(f32x4.mul(xr, hi), f32x4.mul(xi, hr))
      hr = v128.load(hm)
      hi = v128.load(hm + 16)
      xr = v128.load32_splat(xm)
      xi = v128.load32_splat(xm + 4)
      const br = f32x4.sub(f32x4.mul(xr, hr), f32x4.mul(xi, hi))
      const bi = f32x4.add(f32x4.mul(xr, hi), f32x4.mul(xi, hr))
      storePair(plan, room, k, ar, ai, br, bi)
    }
    const y = inverse(plan, room, room + <usize>n * COMPLEX)
    for (let t = 0; t < frames; t++) {
      const at = <usize>t << 4
      const value = v128.load(y + at)
      v128.store(out + at, c == 0 ? value : f32x4.max(v128.load(out + at), value))
    }
  }
}

/**
 * Eight sums per frame over `inputs` consecutive values that start at the frame's row, for `frames` rows (a multiple of four):
 * `w` has eight weights per input. The sums go to `out`, `outputs` values apart.
 */
export function sumRows(
  x: usize, rowLength: i32, w: usize, inputs: i32, frames: i32, out: usize, outputs: i32,
): void {
  const row = <usize>rowLength << 2
  for (let t = 0; t < frames; t += 4) {
    let at = x + <usize>t * row
    let weight = w
    let a0 = f32x4.splat(0), a1 = f32x4.splat(0), b0 = f32x4.splat(0), b1 = f32x4.splat(0)
    let c0 = f32x4.splat(0), c1 = f32x4.splat(0), d0 = f32x4.splat(0), d1 = f32x4.splat(0)
    for (let i = 0; i < inputs; i++) {
      const w0 = v128.load(weight)
      const w1 = v128.load(weight + 16)
      let value = v128.load32_splat(at)
      a0 = f32x4.add(a0, f32x4.mul(w0, value))
      a1 = f32x4.add(a1, f32x4.mul(w1, value))
      value = v128.load32_splat(at + row)
      b0 = f32x4.add(b0, f32x4.mul(w0, value))
      b1 = f32x4.add(b1, f32x4.mul(w1, value))
      value = v128.load32_splat(at + 2 * row)
      c0 = f32x4.add(c0, f32x4.mul(w0, value))
      c1 = f32x4.add(c1, f32x4.mul(w1, value))
      value = v128.load32_splat(at + 3 * row)
      d0 = f32x4.add(d0, f32x4.mul(w0, value))
      d1 = f32x4.add(d1, f32x4.mul(w1, value))
      at += 4
      weight += 32
    }
    const to = out + (<usize>(t * outputs) << 2)
    const hop = <usize>outputs << 2
    storeComplex(to, a0, a1)
    storeComplex(to + hop, b0, b1)
    storeComplex(to + 2 * hop, c0, c1)
    storeComplex(to + 3 * hop, d0, d1)
  }
}
