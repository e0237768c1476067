import type { Draft } from './draft.ts'
import type { NumericInput, PastValue, ReadValue } from './structured-query.ts'

type Values = { [K in NumericInput]?: ReadValue }

/**
 * Works the weights of a pregnancy out: a former weight is the one before it, and a gain added to that is the weight now.
 */
export function settlePregnancy(
  draft: Draft,
  values: Values,
  past: readonly PastValue[],
  noneNow: boolean,
): void {
  const isPregnant =
    draft.facts.pregnant === true || (values.pregnancyWeeks !== undefined && draft.facts.pregnant !== false)
  if (!isPregnant) return
  if (noneNow && values.weightKg !== undefined && values.prePregnancyWeightKg === undefined) {
    // "20 weeks pregnant, before that 55 kg": no weight of today is given.
    values.prePregnancyWeightKg = { ...values.weightKg, assumption: 'weight before the pregnancy' }
    delete values.weightKg
  }
  const former = past.find(({ of }) => of === 'weightKg')
  if (values.prePregnancyWeightKg === undefined && former !== undefined) {
    const { value, text, start, end } = former
    values.prePregnancyWeightKg = { value, text, start, end, assumption: 'weight before the pregnancy' }
  }
  const before = values.prePregnancyWeightKg
  const gain = draft.changes.find(({ kind, kg }) => kind === 'gain' && kg !== undefined)
  if (before !== undefined && gain?.kg !== undefined && values.weightKg === undefined)
    values.weightKg = { ...before, value: before.value + gain.kg, assumption: 'weight before plus the gain' }
}
