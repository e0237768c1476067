import { dimensionOf } from '../metrics/inputs.ts'
import type { Draft, Reading, Span } from './draft.ts'
import type { Cue } from './lexicon-cues.ts'
import type { Quantity } from './quantity.ts'
import { correction } from './read-age.ts'
import { baseOfChange } from './read-change.ts'
import { onlyFillers, type Reader } from './reader.ts'
import type { Time } from './times.ts'

/** Records a quantity for the current person: a target, a change, a correction, a past or a present value. */
export function record(reader: Reader, index: number, quantity: Quantity, field: Reading['field']): void {
  const { cast, cues } = reader
  const draft = cast.current
  const correctionPending = reader.correctionAt > reader.lastQuantityAt
  const corrects = correctionPending && draft.readings.length > 0
  const lastLength =
    corrects && field === 'length'
      ? draft.readings.findLast((r) => r.quantity.dimension === 'length' || isLength(r.field))
      : undefined
  const told = field === 'length' && corrects && lastLength ? lastLength.field : field
  const settled = told === 'weightKg' && isBeforePregnancy(reader, index) ? 'prePregnancyWeightKg' : told
  const ageOf = settled === 'ageYears' ? correction(reader, index) : undefined
  const inWindow = (cue: Parameters<typeof cues.get>[0]) => (cues.get(cue) ?? -1) >= reader.windowFrom
  const tag = reader.used?.entry.tag
  const span = { start: quantity.start, end: quantity.end }
  const negated = isNegated(reader, index)
  const { time: said } = reader.clauses[index]!
  if (tag === 'usual') draft.usual = span
  const time = tag === 'past' || tag === 'usual' ? 'past' : timeOf(reader, index, quantity, said)
  const base = { ...span, field: settled, time, corrects, negated, ...(ageOf && { ageOf }) }
  if (settled === 'weightKg' && baseOfChange(reader, index) === 'unclear')
    draft.flaws.push({ field: 'weightKg', kind: 'form', span })
  const push = (reading: Reading) => {
    if (cast.sharing) cast.shared.push(reading)
    else draft.readings.push(reading)
    reader.last = { reading, draft }
  }
  if (
    tag === 'target' ||
    (inWindow('target') && (settled === 'weightKg' || settled === 'waistCm') && !isOvertaken(reader, index))
  ) {
    draft.targets.push({
      of: settled,
      value: quantity.value,
      text: reader.source.slice(span.start, span.end),
      ...span,
    })
    reader.intents.add('target')
    return
  }
  const changed = inWindow('from_change') || inWindow('delta') || inWindow('lost') || inWindow('gained')
  if (quantity.ends && (changed || inWindow('from_target'))) {
    const [from, to] = quantity.ends
    const { low: _low, high: _high, ends: _ends, ...point } = quantity
    if (changed) {
      push({ ...base, time: 'past', quantity: { ...point, value: from } })
      push({ ...base, time: 'now', quantity: { ...point, value: to } })
      changeBetween(draft, settled, from, to, span)
    } else {
      push({ ...base, quantity: { ...point, value: from } })
      draft.targets.push({ of: settled, value: to, text: reader.source.slice(span.start, span.end), ...span })
      reader.intents.add('target')
    }
    return
  }
  const bareAge =
    field === 'ageYears' && quantity.dimension === 'none' && reader.used?.entry.field !== 'ageYears'
  const fold = reader.cues.has('circumference') || (inWindow('skinfold') && field === 'length')
  push({
    ...base,
    quantity,
    ...(reader.series && quantity.dimension === 'mass' && { series: true as const }),
    ...(bareAge && { bareAge: true as const }),
    ...(settled === 'length' && fold && { site: 'unknown' as const }),
  })
}

/** "my goal is 70 kg, now 80 kg": the present came after the wish. "Smashed my goal, took photos, trained: 66 kg": so did much else. */
function isOvertaken({ cues, items }: Reader, index: number): boolean {
  const at = cues.get('target') ?? -1
  if ((cues.get('now') ?? -1) > at) return true
  const isComma = (item: Reader['items'][number]): boolean => item.kind === 'break' && item.text === ','
  const commas = items.slice(at + 1, index).filter(isComma)
  const before = items[index - 1]!
  // "my target, set by my coach, is 65 kg", "I want to be, like my sister, 55 kg": an aside.
  if (isCue(before, 'copula') || (before.kind === 'word' && before.text === 'to')) return false
  return commas.length > (isComma(before) ? 2 : 1)
}

const isLength = (field: Reading['field']): boolean => field === 'length' || dimensionOf(field) === 'length'

/** "58 kg before the pregnancy", "pre-pregnancy weight 58 kg". */
function isBeforePregnancy(reader: Reader, index: number): boolean {
  const said = (i: number): boolean => {
    const item = reader.items[i]
    return item?.kind === 'phrase' && item.meanings.some((m) => m.kind === 'cue' && m.cue === 'pre_pregnancy')
  }
  for (let i = index + 1; i < index + 4; i++) {
    const item = reader.items[i]
    if (item === undefined || item.kind === 'break' || item.kind === 'quantity') break
    if (said(i)) {
      reader.spent.add(i)
      return true
    }
  }
  const at = reader.cues.get('pre_pregnancy') ?? -1
  return at >= reader.windowFrom && !reader.spent.has(at) && reader.clauses[index]!.time !== 'now'
}

/** Above this nobody is born, kg. */
const BIRTH_KG = 7

const isCue = (item: Reader['items'][number] | undefined, cue: Cue): boolean =>
  item?.kind === 'phrase' && item.meanings.some((m) => m.kind === 'cue' && m.cue === cue)

/** "after losing 12 kg from 101 kg", "my BMI at 70 kg": the word before a weight says when it holds. */
function timeOf(reader: Reader, index: number, quantity: Quantity, said: Time): Time {
  const before = reader.items[index - 1]
  if (quantity.dimension === 'mass' && isCue(before, 'birth') && quantity.value < BIRTH_KG) return 'past'
  if (quantity.dimension === 'mass' && said !== 'now' && baseOfChange(reader, index)) return 'past'
  if (before?.kind !== 'word' || quantity.dimension !== 'mass' || said === 'now') return said
  const { readings, changes } = reader.cast.current
  if (before.text === 'from' && changes.length > 0) return 'past'
  const weighed = readings.some((r) => r.field === 'weightKg' && r.time !== 'past')
  const asked = (i: number): boolean => {
    const item = reader.items[i]
    return item?.kind === 'phrase' && item.meanings.some((m) => m.kind === 'topic')
  }
  if (before.text === 'at' && weighed && (asked(index - 2) || asked(index + 1))) return 'suppose'
  return said
}

/** "went from 60 to 52 kg in 5 months" is a loss as well. */
function changeBetween(draft: Draft, field: Reading['field'], from: number, to: number, span: Span): void {
  if (field !== 'weightKg' || from === to) return
  draft.changes.push({ ...span, kind: to < from ? 'loss' : 'gain', kg: Math.abs(from - to) })
}

/** "not 80 kg", "rather than 80 kg", "I said 70 kg": the number right after is the wrong one. */
function isNegated(reader: Reader, index: number): boolean {
  const at = reader.cues.get('not')
  return at !== undefined && at >= reader.windowFrom && onlyFillers(reader, at + 1, index)
}
