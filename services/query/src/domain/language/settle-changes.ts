import { textOf } from './ambiguities.ts'
import type { Change, Draft } from './draft.ts'
import type { NumericInput, PastValue, ReadValue } from './structured-query.ts'

/** Losses beyond this are errors of reading. */
const MOST_PERCENT = 60

type Values = { [K in NumericInput]?: ReadValue }

/**
 * Works changes of weight out: the weight now from the weight then, the weight then from the weight now, and the loss
 * in percent of the weight before it.
 */
export function settleChanges(
  draft: Draft,
  values: Values,
  past: PastValue[],
  onlyPast: boolean,
  source: string,
): void {
  const usual = past.find(({ of, start }) => of === 'weightKg' && start === draft.usual?.start)
  if (usual && values.weightKg && usual.value > values.weightKg.value)
    values.weightLossPercent = {
      value: (100 * (usual.value - values.weightKg.value)) / usual.value,
      ...textOf(source, usual),
    }
  for (const change of draft.changes) applyChange(change, values, past, onlyPast, source)
}

function applyChange(
  change: Change,
  values: Values,
  past: PastValue[],
  onlyPast: boolean,
  source: string,
): void {
  const sign = change.kind === 'loss' ? 1 : -1
  const given = values.weightKg
  const span = textOf(source, change)
  const kg =
    change.kg ?? (given && change.percent !== undefined ? (given.value * change.percent) / 100 : undefined)
  if (given && (onlyPast || change.supposed) && kg !== undefined) {
    const value = given.value - sign * kg
    if (!(value > 0)) return
    past.push({ of: 'weightKg', value: given.value, text: given.text, start: given.start, end: given.end })
    values.weightKg = {
      ...given,
      value,
      assumption: `${given.text} ${change.kind === 'loss' ? 'minus' : 'plus'} the ${change.kind}`,
    }
  } else if (given && change.kg !== undefined && !past.some((p) => p.of === 'weightKg'))
    past.push({ of: 'weightKg', value: given.value + sign * change.kg, ...span })
  if (change.kind !== 'loss' || change.supposed) return
  // By the weight before this loss, whatever was weighed in other years.
  const before = given && (onlyPast ? given.value : given.value + (change.kg ?? 0))
  const percent =
    change.percent ??
    (change.kg !== undefined && before !== undefined ? (100 * change.kg) / before : undefined)
  // A loss counts clinically by the time it took; one in kilograms without a time says too little.
  if (percent === undefined || percent > MOST_PERCENT) return
  if (change.percent === undefined && change.months === undefined) return
  values.weightLossPercent = { value: percent, ...span }
  if (change.months !== undefined) values.weightLossMonths = { value: change.months, ...span }
}
