import { groupKey } from '../evidence/evidence-item.ts'
import { INTERNAL_TERM_COUNT } from '../fuzzy/term-sets.ts'
import { type CombinationParameters, combineGroup, DEFAULT_COMBINATION } from '../inference/combine.ts'
import { type ItemEvidence, itemEvidence, typeModel } from '../inference/item-evidence.ts'
import { type TypeParameters, untrainedModel } from '../inference/learned-model.ts'
import type { Choice, Outcome } from '../numerics/merged-shares.ts'
import type { LabelledObservation } from './labelled-observation.ts'
import type { TypeSlot } from './parameter-prior.ts'

/** Correlations of the items of one group, by type. */
export type Shapes = ReadonlyMap<string, CombinationParameters>

/** Items of one group: derivatives by the levels and what is not fitted (stated probabilities). */
interface PreparedGroup {
  readonly slot: TypeSlot
  readonly source: string
  readonly items: readonly ItemEvidence[]
  readonly stated: Float64Array
}

/** Candidate whose items have been read; their degrees do not depend on the parameters. */
export interface PreparedCandidate {
  readonly label: boolean | undefined
  /** Whether an item says that the candidate is a decoy, known to be wrong. */
  readonly decoy: boolean
  readonly groups: readonly PreparedGroup[]
}

const ZERO = new Array<number>(INTERNAL_TERM_COUNT).fill(0)

/** Reads every item once. Returns the candidates of each observation. */
export function prepare(
  observations: readonly LabelledObservation[],
  slots: readonly TypeSlot[],
): PreparedCandidate[][] {
  const bySlot = new Map(slots.map((slot) => [slot.type, slot]))
  const readers = new Map(
    slots.map(({ type, hasQuality }) => {
      const parameters: TypeParameters = {
        ...DEFAULT_COMBINATION,
        levels: ZERO,
        qualityLevels: hasQuality ? ZERO : [],
        sourceSpread: 0,
      }
      const model = { ...untrainedModel, types: { [type]: parameters } }
      return [type, typeModel(model, type, { family: 'triangular' })]
    }),
  )
  const choices = new Map<string, PreparedCandidate[]>()
  observations.forEach(({ label, items, observationId }, i) => {
    const groups = Array.from(Map.groupBy(items, groupKey).values(), (members): PreparedGroup => {
      const slot = bySlot.get(members[0]!.type)!
      const read = members.map((x) =>
        itemEvidence(readers.get(slot.type)!, x.value, x.uncertainty, x.quality),
      )
      return {
        slot,
        source: members[0]!.source,
        items: read,
        stated: Float64Array.from(read, (x) => x.lambda),
      }
    })
    const key = observationId === undefined ? `molecule ${i}` : `observation ${observationId}`
    const list = choices.get(key)
    const decoy = items.some((item) => item.decoy === true)
    if (list === undefined) choices.set(key, [{ label, decoy, groups }])
    else list.push({ label, decoy, groups })
  })
  return [...choices.values()]
}

/** Returns λ of an item under the parameters θ. */
export function lambdaAt(slot: TypeSlot, item: ItemEvidence, stated: number, theta: Float64Array): number {
  let lambda = stated
  for (let t = 0; t < INTERNAL_TERM_COUNT; t += 1) {
    lambda += item.degrees[t]! * theta[slot.at + t]!
    if (item.qualityDegrees !== undefined) {
      lambda += item.qualityDegrees[t]! * theta[slot.at + INTERNAL_TERM_COUNT + t]!
    }
  }
  return lambda
}

const SINGLE = Float64Array.of(1)
/** Degrees below it change nothing. */
const SMALLEST = 1e-9

/** Returns the features of one candidate under the signs and order that θ gives its items. */
function outcomeOf(
  candidate: PreparedCandidate,
  theta: Float64Array,
  shapes: Shapes,
  dense: Float64Array,
): Outcome {
  dense.fill(0)
  dense[0] = 1
  let offset = 0
  for (const { slot, items, stated } of candidate.groups) {
    const n = items.length
    const weights =
      n === 1
        ? SINGLE
        : combineGroup(
            items.map((item, k) => lambdaAt(slot, item, stated[k]!, theta)),
            shapes.get(slot.type)!,
          ).weights
    for (let k = 0; k < n; k += 1) {
      const w = weights[k]!
      if (w === 0) continue
      const { degrees, qualityDegrees } = items[k]!
      offset += w * stated[k]!
      for (let t = 0; t < INTERNAL_TERM_COUNT; t += 1) {
        dense[slot.at + t] = dense[slot.at + t]! + w * degrees[t]!
        if (qualityDegrees === undefined) continue
        const at = slot.at + INTERNAL_TERM_COUNT + t
        dense[at] = dense[at]! + w * qualityDegrees[t]!
      }
    }
  }
  return sparse(dense, offset, candidate.label)
}

function sparse(dense: Float64Array, offset: number, observed: boolean | undefined): Outcome {
  let count = 0
  for (const x of dense) if (x > SMALLEST) count += 1
  const at = new Int32Array(count)
  const values = new Float64Array(count)
  count = 0
  for (let i = 0; i < dense.length; i += 1) {
    if (!(dense[i]! > SMALLEST)) continue
    at[count] = i
    values[count] = dense[i]!
    count += 1
  }
  return { at, values, offset, observed }
}

const NONE: Outcome = { at: new Int32Array(), values: new Float64Array(), offset: 0, observed: undefined }

/** Returns the exclusive outcomes of one observation: its candidates, then "none of these". */
export function choiceOf(
  candidates: readonly PreparedCandidate[],
  theta: Float64Array,
  shapes: Shapes,
): Choice {
  const dense = new Float64Array(theta.length)
  const none: Outcome =
    candidates.length === 1
      ? NONE
      : { ...NONE, at: Int32Array.of(1, 2), values: Float64Array.of(1, Math.log(candidates.length)) }
  return { outcomes: [...candidates.map((one) => outcomeOf(one, theta, shapes, dense)), none], weight: 1 }
}

/** Number of labelled observations up to which what each type says alone counts in full. */
const MARGINAL_LABELS = 300

/** Returns the weight of each type alone: it falls as the labels can say what the types say together. */
const marginalWeight = (labels: number): number => Math.min(1, MARGINAL_LABELS / Math.max(1, labels))

/**
 * Returns each labelled candidate once more for each of its types alone, with an intercept of the type. Given the truth,
 * types are about independent, so that what a type says alone teaches its levels too; with few labels that is most of
 * what there is to learn from.
 */
export function marginalChoices(choices: readonly Choice[], slots: readonly TypeSlot[]): Choice[] {
  const weight = marginalWeight(choices.length)
  const out: Choice[] = []
  for (const outcome of choices.flatMap(({ outcomes }) => outcomes)) {
    if (outcome.observed === undefined) continue
    for (const slot of slots) {
      const end = slot.at + INTERNAL_TERM_COUNT * (slot.hasQuality ? 2 : 1)
      const from = outcome.at.findIndex((at) => at >= slot.at)
      if (from < 0 || outcome.at[from]! >= end) continue
      let until = from
      while (until < outcome.at.length && outcome.at[until]! < end) until += 1
      const own: Outcome = {
        at: Int32Array.of(slot.intercept, ...outcome.at.subarray(from, until)),
        values: Float64Array.of(1, ...outcome.values.subarray(from, until)),
        offset: 0,
        observed: outcome.observed,
      }
      out.push({ outcomes: [own, NONE], weight })
    }
  }
  return out
}
