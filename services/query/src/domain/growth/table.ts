import type { Sex } from '../person.ts'
import { decodeColumn, type EncodedColumn } from './encoded-column.ts'
import type { Lms } from './lms.ts'

/** One reference curve as stored: x is age (days or months) or cm; l, m, s are the published figures. */
export type EncodedCurve = {
  readonly indicator: string
  readonly sex: Sex
  readonly x: EncodedColumn
  readonly l: EncodedColumn
  readonly m: EncodedColumn
  readonly s: EncodedColumn
}

/** A reference curve ready for use. */
export type Curve = {
  readonly x: Float64Array
  readonly l: Float64Array
  readonly m: Float64Array
  readonly s: Float64Array
  /** Distance between neighbours when regular, else 0. */
  readonly step: number
}

function decodeCurve(encoded: EncodedCurve): Curve {
  const x = decodeColumn(encoded.x)
  const step = x[1]! - x[0]!
  const regular = x.every((value, i) => i === 0 || Math.abs(value - x[i - 1]! - step) < 1e-6)
  return {
    x,
    l: decodeColumn(encoded.l),
    m: decodeColumn(encoded.m),
    s: decodeColumn(encoded.s),
    step: regular ? step : 0,
  }
}

/** Looks curves up by indicator and sex and decodes each once, on first use. */
export function curveShelf<I extends string>(encoded: readonly EncodedCurve[]) {
  const shelves: Readonly<Record<Sex, Map<string, Curve>>> = { male: new Map(), female: new Map() }
  return (indicator: I, sex: Sex): Curve => {
    const ready = shelves[sex].get(indicator)
    if (ready !== undefined) return ready
    const found = encoded.find((curve) => curve.indicator === indicator && curve.sex === sex)
    if (found === undefined) throw new RangeError(`no reference curve ${indicator} for ${sex}`)
    const curve = decodeCurve(found)
    shelves[sex].set(indicator, curve)
    return curve
  }
}

/**
 * Returns L, M and S at x, interpolated linearly between rows as in WHO Anthro and the CDC program; undefined outside
 * the curve.
 */
export function lmsAt(curve: Curve, x: number): Lms | undefined {
  const last = curve.x.length - 1
  const start = curve.x[0]!
  if (!(x >= start - 1e-9 && x <= curve.x[last]! + 1e-9)) return undefined
  let low: number
  if (curve.step > 0) low = Math.min(last - 1, Math.max(0, Math.floor((x - start) / curve.step + 1e-9)))
  else {
    low = 0
    let high = last
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (curve.x[middle]! <= x) low = middle
      else high = middle
    }
  }
  const x0 = curve.x[low]!
  const share = (x - x0) / (curve.x[low + 1]! - x0)
  if (Math.abs(share) < 1e-9) return { l: curve.l[low]!, m: curve.m[low]!, s: curve.s[low]! }
  return {
    l: curve.l[low]! + share * (curve.l[low + 1]! - curve.l[low]!),
    m: curve.m[low]! + share * (curve.m[low + 1]! - curve.m[low]!),
    s: curve.s[low]! + share * (curve.s[low + 1]! - curve.s[low]!),
  }
}
