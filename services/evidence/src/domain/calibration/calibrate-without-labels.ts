import { INTERNAL_TERM_COUNT } from '../fuzzy/term-sets.ts'
import { combineGroup, DEFAULT_COMBINATION } from '../inference/combine.ts'
import { DEFAULT_SOURCE_SPREAD, type LearnedModel, untrainedModel } from '../inference/learned-model.ts'
import { logSumExp } from '../inference/rivals.ts'
import { presetLevels } from '../inference/type-kinds.ts'
import { logit } from '../numerics/logistic.ts'
import type { LabelledObservation } from './labelled-observation.ts'
import { likelihoodTable } from './likelihood-table.ts'
import { layOut, type TypeSlot } from './parameter-prior.ts'
import { lambdaAt, type PreparedCandidate, prepare } from './prepared-candidates.ts'

/** Number of steps of the fit; the changes of the last ones are far below the noise. */
const STEPS = 60
/** Smallest number of candidates from which anything is learned. */
export const LEAST_CANDIDATES = 50
/** Smallest number of decoys that are used; fewer say too little about wrong candidates. */
const LEAST_DECOYS = 20

interface State {
  /** Share of right ones among single candidates. */
  single: number
  /** Share of observations with several candidates of which one is right. */
  any: number
  /** Levels of the types, in the layout of `layOut`. */
  theta: Float64Array
}

/**
 * Calibrates from scores alone. Decoys are known to be wrong and show how wrong candidates score; a mixture of right
 * and wrong explains the others (PeptideProphet: Keller et al., Analytical Chemistry 74 (2002) 5383–5392; with decoys:
 * Choi & Nesvizhskii, J. Proteome Research 7 (2008) 254–265). Expectation–maximisation over the nine terms of each
 * type, with likelihood ratios that rise with the value. Without decoys both components come from the mixture, which
 * starts at the presets. Labels are not used.
 *
 * Learns nothing from fewer than 50 candidates.
 */
export function calibrateWithoutLabels(
  observations: readonly LabelledObservation[],
  version: number,
): LearnedModel {
  const types = [...new Set(observations.flatMap((o) => o.items.map((item) => item.type)))].sort()
  const slots = layOut(types, new Set())
  const all = prepare(observations, slots)
  const decoys = all.flat().filter(({ decoy }) => decoy)
  const targets = all.map((list) => list.filter(({ decoy }) => !decoy)).filter((list) => list.length > 0)
  const count = targets.reduce((sum, list) => sum + list.length, 0)
  if (count < LEAST_CANDIDATES) return { ...untrainedModel, version }
  const useDecoys = decoys.length >= LEAST_DECOYS
  const width = slots.length === 0 ? 0 : slots.at(-1)!.at + INTERNAL_TERM_COUNT
  const state: State = { single: 0.5, any: 0.5, theta: new Float64Array(width) }
  for (const { type, at } of slots) state.theta.set(presetLevels(type), at)
  for (let step = 0; step < STEPS; step += 1) {
    const counts = new Counts(slots, useDecoys ? decoys : [])
    let single = 0
    let singles = 0
    let any = 0
    for (const list of targets) {
      const shares = sharesOf(list, state)
      const right = shares.reduce((a, b) => a + b, 0)
      if (list.length === 1) {
        single += right
        singles += 1
      } else any += right
      list.forEach((candidate, k) => {
        counts.add(candidate, shares[k]!, useDecoys ? 0 : 1 - shares[k]!)
      })
    }
    // One observation of each kind keeps the shares off 0 and 1.
    state.single = useDecoys
      ? rightShare(targets, decoys, state.theta, single)
      : (single + 0.5) / (singles + 1)
    state.any = (any + 0.5) / (targets.length - singles + 1)
    for (const slot of slots) state.theta.set(counts.levels(slot), slot.at)
  }
  return modelOf(
    state,
    slots,
    { by: useDecoys ? 'decoys' : 'mixture', labels: count + decoys.length },
    version,
  )
}

/** Returns ΣΛ of a candidate. */
function evidenceOf({ groups }: PreparedCandidate, theta: Float64Array): number {
  let sum = 0
  for (const { slot, items, stated } of groups) {
    sum += combineGroup(
      items.map((item, k) => lambdaAt(slot, item, stated[k]!, theta)),
      DEFAULT_COMBINATION,
    ).total
  }
  return sum
}

/**
 * Returns the share of right ones among single candidates: the wrong ones are twice those that score below the median
 * decoy (Storey, J. R. Stat. Soc. B 64 (2002) 479–498, with decoys for p-values). The mixture alone cannot tell, since
 * its right component could hold some wrong ones too.
 */
function rightShare(
  targets: readonly PreparedCandidate[][],
  decoys: readonly PreparedCandidate[],
  theta: Float64Array,
  expected: number,
): number {
  const singles = targets.filter((list) => list.length === 1).map(([one]) => evidenceOf(one!, theta))
  if (singles.length < LEAST_DECOYS) return (expected + 0.5) / (singles.length + 1)
  const sorted = decoys.map((one) => evidenceOf(one, theta)).sort((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)]!
  const below = singles.reduce((sum, x) => sum + (x < median ? 1 : x === median ? 0.5 : 0), 0)
  const least = 1 / (singles.length + 1)
  return Math.min(1 - least, Math.max(least, 1 - (2 * below) / singles.length))
}

/** Probabilities of the candidates of one observation. */
function sharesOf(list: readonly PreparedCandidate[], { single, any, theta }: State): number[] {
  const n = list.length
  const share = n === 1 ? single : any
  const logOdds = list.map((one) => Math.log(share / n) + evidenceOf(one, theta))
  const total = logSumExp([Math.log(1 - share), ...logOdds])
  return logOdds.map((x) => Math.exp(x - total))
}

/** Expected counts of the nine terms of each type, for right and for wrong candidates. */
class Counts {
  readonly #right: Map<string, number[]>
  readonly #wrong: Map<string, number[]>

  constructor(slots: readonly TypeSlot[], decoys: readonly PreparedCandidate[]) {
    const empty = (): Map<string, number[]> =>
      new Map(slots.map(({ type }) => [type, new Array<number>(INTERNAL_TERM_COUNT).fill(0)]))
    this.#right = empty()
    this.#wrong = empty()
    for (const decoy of decoys) this.add(decoy, 0, 1)
  }

  add({ groups }: PreparedCandidate, right: number, wrong: number): void {
    for (const { slot, items } of groups) {
      const into = this.#right.get(slot.type)!
      const against = this.#wrong.get(slot.type)!
      for (const { degrees } of items) {
        for (let t = 0; t < INTERNAL_TERM_COUNT; t += 1) {
          const degree = degrees[t]! / items.length
          into[t] = into[t]! + right * degree
          against[t] = against[t]! + wrong * degree
        }
      }
    }
  }

  levels({ type }: TypeSlot): number[] {
    const table = likelihoodTable({ whenTrue: this.#right.get(type)!, whenFalse: this.#wrong.get(type)! })
    return Array.from(table.whenTrue, (h, t) => Math.log(h / table.whenFalse[t]!))
  }
}

function modelOf(
  { single, any, theta }: State,
  slots: readonly TypeSlot[],
  calibration: LearnedModel['calibration'],
  version: number,
): LearnedModel {
  const priorLogOdds = logit(single)
  return {
    ...untrainedModel,
    version,
    priorLogOdds,
    // Each of n candidates has the prior share any/n: ν = ℓ₀ + ln n + logit(1 − any).
    noneLogOdds: priorLogOdds - logit(any),
    noneByLogCount: 1,
    types: Object.fromEntries(
      slots.map(({ type, at }) => [
        type,
        {
          ...DEFAULT_COMBINATION,
          levels: Array.from(theta.subarray(at, at + INTERNAL_TERM_COUNT)),
          qualityLevels: [],
          sourceSpread: DEFAULT_SOURCE_SPREAD,
        },
      ]),
    ),
    calibration,
  }
}
