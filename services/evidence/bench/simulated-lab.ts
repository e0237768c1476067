import type { LabelledObservation } from '../src/domain/calibration/labelled-observation.ts'
import type { EvidenceItem } from '../src/domain/evidence/evidence-item.ts'
import { normalCdf } from '../src/domain/numerics/normal.ts'
import { type Random, randomInteger, randomNormal } from '../src/domain/numerics/random.ts'
import { logGamma } from '../src/domain/numerics/student-t.ts'

/** Beta shapes of a score for right and for wrong candidates. */
interface SimulatedType {
  readonly name: string
  readonly whenTrue: readonly [number, number]
  readonly whenFalse: readonly [number, number]
  /** Share of candidates that have this type. */
  readonly present: number
}

/** A laboratory that does not share the assumptions of the model. */
export interface Lab {
  readonly name: string
  /** Chance that the only candidate of an observation is right. */
  readonly baseRate: number
  /** Chance that one of several candidates is right; each is equally likely to be it. */
  readonly anyRate: number
  /** Share of observations with 1 to 20 rivals. */
  readonly rivalShare: number
  readonly types: readonly SimulatedType[]
  /** Chance of each further source of a type (at most three). */
  readonly severalSources: number
  /** Chance of each further scan of a source (at most four). */
  readonly severalScans: number
  /** Share of sources that are biased, and the shift of their score on the logit scale, up or down. */
  readonly biasedShare: number
  readonly bias: number
  /** Range of the noise of a scan, which the item states. */
  readonly noise: readonly [number, number]
}

/** Parameters to develop with: the numbers of the design. */
export const DEVELOPMENT_LAB: Lab = {
  name: 'development',
  baseRate: 0.3,
  anyRate: 0.6,
  rivalShare: 0.25,
  types: [
    { name: 'spectral_match', whenTrue: [6, 2], whenFalse: [2, 4], present: 0.9 },
    { name: 'sequence_similarity', whenTrue: [5, 2], whenFalse: [1, 1], present: 0.8 },
    { name: 'pathway_membership', whenTrue: [2, 2], whenFalse: [2, 2], present: 0.7 },
  ],
  severalSources: 0.3,
  severalScans: 0,
  biasedShare: 0.2,
  bias: 0.7,
  noise: [0.02, 0.1],
}

/** Parameters that the reported figures come from. Written down before anything was tuned, and not tuned on. */
export const REPORTED_LABS: readonly Lab[] = [
  {
    name: 'overlapping scores, frequent truth',
    baseRate: 0.45,
    anyRate: 0.75,
    rivalShare: 0.3,
    types: [
      { name: 'spectral_match', whenTrue: [4, 2], whenFalse: [2, 3], present: 0.95 },
      { name: 'protein_interaction', whenTrue: [8, 3], whenFalse: [3, 4], present: 0.7 },
      { name: 'pathway_membership', whenTrue: [1.5, 3], whenFalse: [1.5, 3], present: 0.8 },
    ],
    severalSources: 0.4,
    severalScans: 0,
    biasedShare: 0.3,
    bias: 0.4,
    noise: [0.03, 0.15],
  },
  {
    name: 'sharp scores, rare truth, strong bias',
    baseRate: 0.15,
    anyRate: 0.4,
    rivalShare: 0.2,
    types: [
      { name: 'spectral_match', whenTrue: [7, 2], whenFalse: [1.5, 4], present: 0.85 },
      { name: 'sequence_similarity', whenTrue: [3, 1], whenFalse: [1, 1.2], present: 0.9 },
      { name: 'protein_interaction', whenTrue: [3, 1.5], whenFalse: [3, 1.5], present: 0.6 },
    ],
    severalSources: 0.25,
    severalScans: 0,
    biasedShare: 0.15,
    bias: 1,
    noise: [0.01, 0.06],
  },
]

/** Scans of one source repeat the same score with other noise: the model takes the best of them, which is biased. */
export const SCANS_LAB: Lab = { ...DEVELOPMENT_LAB, name: 'repeated scans', severalScans: 0.3 }

/** Candidates of one simulated observation; the focal one is asked about and labelled. */
export interface SimulatedObservation {
  readonly candidates: readonly (readonly EvidenceItem[])[]
  readonly focal: number
  /** Whether the focal candidate is right. */
  readonly label: boolean
}

/** Draws from Beta(a, b) by two gamma variates (Marsaglia & Tsang, ACM TOMS 26 (2000) 363–372). */
function randomBeta(random: Random, [a, b]: readonly [number, number]): number {
  const x = randomGamma(random, a)
  return x / (x + randomGamma(random, b))
}

function randomGamma(random: Random, shape: number): number {
  if (shape < 1) return randomGamma(random, shape + 1) * random() ** (1 / shape)
  const d = shape - 1 / 3
  for (;;) {
    const x = randomNormal(random)
    const v = (1 + x / Math.sqrt(9 * d)) ** 3
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
  }
}

const shifted = (u: number, by: number): number => 1 / (1 + Math.exp(-Math.log(u / (1 - u)) - by))

function candidateItems(lab: Lab, truth: boolean, random: Random): EvidenceItem[] {
  const items: EvidenceItem[] = []
  for (const type of lab.types) {
    if (random() >= type.present) continue
    for (let source = 0; source < 3; source += 1) {
      if (source > 0 && random() >= lab.severalSources) break
      const u = randomBeta(random, truth ? type.whenTrue : type.whenFalse)
      const by = random() < lab.biasedShare ? (random() < 0.5 ? lab.bias : -lab.bias) : 0
      const value = shifted(Math.min(1 - 1e-9, Math.max(1e-9, u)), by)
      for (let scan = 0; scan < 4; scan += 1) {
        if (scan > 0 && random() >= lab.severalScans) break
        const uncertainty = lab.noise[0] + (lab.noise[1] - lab.noise[0]) * random()
        items.push({
          id: `${type.name}-${source}-${scan}`,
          type: type.name,
          value: Math.min(1, Math.max(0, value + uncertainty * randomNormal(random))),
          uncertainty,
          observedAtMs: 0,
          source: `source-${source}`,
          group: `source-${source}`,
        })
      }
    }
  }
  return items
}

/** Draws one observation with its candidates. */
export function simulateObservation(lab: Lab, random: Random): SimulatedObservation {
  const count = random() < lab.rivalShare ? 2 + randomInteger(random, 20) : 1
  const right = random() < (count === 1 ? lab.baseRate : lab.anyRate) ? randomInteger(random, count) : -1
  const focal = randomInteger(random, count)
  const candidates = Array.from({ length: count }, (_, k) => candidateItems(lab, k === right, random))
  return { candidates, focal, label: right === focal }
}

/** Returns what the service learns from: the focal candidate with its label, its rivals without one. */
export function labelledObservations(observations: readonly SimulatedObservation[]): LabelledObservation[] {
  return observations.flatMap(({ candidates, focal, label }, o) =>
    candidates.map((items, k) => ({
      items,
      observationId: `observation-${o}`,
      ...(k === focal ? { label } : {}),
    })),
  )
}

/** Returns observations that are known to be wrong: one decoy candidate each, scored like any wrong candidate. */
export function decoyObservations(lab: Lab, count: number, random: Random): LabelledObservation[] {
  return Array.from({ length: count }, (_, i) => ({
    items: candidateItems(lab, false, random).map((item) => ({ ...item, decoy: true as const })),
    observationId: `decoy-${i}`,
  }))
}

const GRID = 240
const grid = Float64Array.from({ length: GRID }, (_, i) => (i + 0.5) / GRID)

interface OracleType {
  readonly weights: readonly [Float64Array, Float64Array]
}

/** Exact posterior of a lab: it knows the parameters of the lab and sees what the service sees. */
export class Oracle {
  readonly #lab: Lab
  readonly #types: ReadonlyMap<string, OracleType>
  readonly #shifts: readonly { readonly weight: number; readonly at: Float64Array }[]

  constructor(lab: Lab) {
    this.#lab = lab
    const density = ([a, b]: readonly [number, number]): Float64Array =>
      grid.map((u) =>
        Math.exp(
          (a - 1) * Math.log(u) + (b - 1) * Math.log(1 - u) + logGamma(a + b) - logGamma(a) - logGamma(b),
        ),
      )
    this.#types = new Map(
      lab.types.map(({ name, whenTrue, whenFalse }) => [
        name,
        { weights: [density(whenTrue), density(whenFalse)] },
      ]),
    )
    this.#shifts = [
      { weight: 1 - lab.biasedShare, at: grid },
      ...[lab.bias, -lab.bias].map((by) => ({
        weight: lab.biasedShare / 2,
        at: grid.map((u) => shifted(u, by)),
      })),
    ]
  }

  /** Σ over sources of log(P(scans | right) / P(scans | wrong)), the bias and the score before noise integrated out. */
  logLikelihoodRatio(items: readonly EvidenceItem[]): number {
    const groups = Map.groupBy(items, (item) => `${item.type} ${item.group}`)
    let sum = 0
    for (const scans of groups.values()) {
      const [whenTrue, whenFalse] = this.#types.get(scans[0]!.type)!.weights
      let h = 0
      let n = 0
      for (const { weight, at } of this.#shifts) {
        for (let i = 0; i < GRID; i += 1) {
          let likelihood = weight
          for (const { value, uncertainty } of scans) {
            const z = (value - at[i]!) / uncertainty
            if (value >= 1) likelihood *= normalCdf(-z)
            else if (value <= 0) likelihood *= normalCdf(z)
            else likelihood *= Math.abs(z) > 9 ? 1e-18 : Math.exp(-0.5 * z * z)
          }
          h += likelihood * whenTrue[i]!
          n += likelihood * whenFalse[i]!
        }
      }
      sum += Math.log(h / n)
    }
    return sum
  }

  /** Exact probability that the focal candidate is right. */
  probability({ candidates, focal }: SimulatedObservation): number {
    const ratios = candidates.map((items) => this.logLikelihoodRatio(items))
    const { baseRate, anyRate } = this.#lab
    const any = candidates.length === 1 ? baseRate : anyRate
    const top = Math.max(0, ...ratios)
    const none = (1 - any) * Math.exp(-top)
    const each = ratios.map((r) => (any / candidates.length) * Math.exp(r - top))
    return each[focal]! / (none + each.reduce((a, b) => a + b, 0))
  }
}
