/**
 * Standard normal distribution to full double precision.
 *
 * erfc: the rational approximations of Sun Microsystems' FDLIBM (s_erf.c, 1993, error below 1 ulp), whose licence
 * permits free use with notice: "Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved."
 *
 * Quantile: starts with Abramowitz & Stegun 26.2.23, refined by Halley steps.
 */

const SQRT2 = Math.SQRT2
const INV_SQRT_2PI = 0.3989422804014327

/** Returns 1 − erf(x) for any real x; relative error below 1e-15 until it underflows at x ≈ 27. */
function erfc(x: number): number {
  if (Number.isNaN(x)) return Number.NaN
  const ax = Math.abs(x)
  if (ax < 0.84375) {
    if (ax < 2 ** -56) return 1 - x
    const z = x * x
    const r =
      0.12837916709551256 +
      z *
        (-0.3250421072470015 +
          z * (-0.02848174957559851 + z * (-0.005770270296489442 + z * -2.3763016656650163e-5)))
    const s =
      1 +
      z *
        (0.39791722395915535 +
          z *
            (0.0650222499887673 +
              z * (0.005081306281875766 + z * (0.00013249473800432164 + z * -3.960228278775368e-6))))
    return 1 - (x + (x * r) / s)
  }
  if (ax < 1.25) {
    const s = ax - 1
    const p =
      -0.0023621185607526594 +
      s *
        (0.41485611868374833 +
          s *
            (-0.3722078760357013 +
              s *
                (0.31834661990116175 +
                  s * (-0.11089469428239668 + s * (0.035478304325618236 + s * -0.002166375594868791)))))
    const q =
      1 +
      s *
        (0.10642088040084423 +
          s *
            (0.540397917702171 +
              s *
                (0.07182865441419627 +
                  s * (0.12617121980876164 + s * (0.01363708391202905 + s * 0.011984499846799107)))))
    const erx = 0.8450629115104675
    return x >= 0 ? 1 - erx - p / q : 1 + (erx + p / q)
  }
  if (ax >= 28) return x > 0 ? 0 : 2
  const s = 1 / (ax * ax)
  let r: number
  let t: number
  if (ax < 1 / 0.35) {
    r =
      -0.009864944034847148 +
      s *
        (-0.6938585727071818 +
          s *
            (-10.558626225323291 +
              s *
                (-62.375332450326006 +
                  s *
                    (-162.39666946257347 +
                      s * (-184.60509290671104 + s * (-81.2874355063066 + s * -9.814329344169145))))))
    t =
      1 +
      s *
        (19.651271667439257 +
          s *
            (137.65775414351904 +
              s *
                (434.56587747522923 +
                  s *
                    (645.3872717332679 +
                      s *
                        (429.00814002756783 +
                          s * (108.63500554177944 + s * (6.570249770319282 + s * -0.0604244152148581)))))))
  } else {
    r =
      -0.0098649429247001 +
      s *
        (-0.799283237680523 +
          s *
            (-17.757954917754752 +
              s *
                (-160.63638485582192 +
                  s * (-637.5664433683896 + s * (-1025.0951316110772 + s * -483.5191916086514)))))
    t =
      1 +
      s *
        (30.33806074348246 +
          s *
            (325.7925129965739 +
              s *
                (1536.729586084437 +
                  s *
                    (3199.8582195085955 +
                      s * (2553.0504064331644 + s * (474.52854120695537 + s * -22.44095244658582))))))
  }
  // exp(-x²) is split as in FDLIBM: z is x with its low bits cleared, so z² is exact.
  const z = Math.fround(ax)
  const tail = (Math.exp(-z * z - 0.5625) * Math.exp((z - ax) * (z + ax) + r / t)) / ax
  return x > 0 ? tail : 2 - tail
}

/** Returns the density of N(0, 1) at z. */
export function normalPdf(z: number): number {
  return INV_SQRT_2PI * Math.exp(-0.5 * z * z)
}

/** Returns Φ(z) = P(Z ≤ z) for Z ~ N(0, 1), in [0, 1]. */
export function normalCdf(z: number): number {
  return 0.5 * erfc(-z / SQRT2)
}

/** Returns Φ⁻¹(p) for p in [0, 1]; ±∞ at the ends. */
export function normalQuantile(p: number): number {
  if (p <= 0) return Number.NEGATIVE_INFINITY
  if (p >= 1) return Number.POSITIVE_INFINITY
  // Start: Abramowitz & Stegun 26.2.23 (error 4.5e-4), then three Halley steps: cubic convergence to 1 ulp.
  const q = p < 0.5 ? p : 1 - p
  const t = Math.sqrt(-2 * Math.log(q))
  let z =
    t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
  for (let i = 0; i < 3; i += 1) {
    // Solve P(Z > z) = q in the tail, where no digits are lost.
    const e = (0.5 * erfc(z / SQRT2) - q) / normalPdf(z)
    z += e / (1 - (e * z) / 2)
  }
  return p < 0.5 ? -z : z
}

/** Φ⁻¹(0.95): half-width of the central 90 % interval of a normal distribution, in standard deviations. */
export const NORMAL_95 = 1.6448536269514722
