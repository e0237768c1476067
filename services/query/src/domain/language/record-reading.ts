import type { Reading } from './draft.ts'
import type { Quantity } from './quantity.ts'
import { onlyFillers, type Reader } from './reader.ts'

/** Records a quantity for the current person: a target, a change, a correction, a past or a present value. */
export function record(reader: Reader, index: number, quantity: Quantity, field: Reading['field']): void {
  const { cast, cues } = reader
  const draft = cast.current
  const correctionPending = reader.correctionAt > reader.lastQuantityAt
  const corrects = correctionPending && draft.readings.length > 0
  const lastLength =
    corrects && field === 'length'
      ? draft.readings.findLast((r) => r.quantity.dimension === 'length')
      : undefined
  const settled = field === 'length' && corrects && lastLength ? lastLength.field : field
  const inWindow = (cue: Parameters<typeof cues.get>[0]) => (cues.get(cue) ?? -1) >= reader.windowFrom
  const tag = reader.used?.entry.tag
  const span = { start: quantity.start, end: quantity.end }
  const negated = isNegated(reader, index)
  const { time: said } = reader.clauses[index]!
  const time = tag === 'past' ? 'past' : said
  const base = { ...span, field: settled, time, corrects, negated }
  const push = (reading: Reading) => {
    if (cast.sharing) cast.shared.push(reading)
    else draft.readings.push(reading)
    reader.last = { reading, draft }
  }
  if (
    tag === 'target' ||
    (inWindow('target') && (settled === 'weightKg' || settled === 'waistCm') && time !== 'now')
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
  const changed = inWindow('from_change') || inWindow('delta')
  if (quantity.ends && (changed || inWindow('from_target'))) {
    const [from, to] = quantity.ends
    const { low: _low, high: _high, ends: _ends, ...point } = quantity
    if (changed) push({ ...base, quantity: { ...point, value: to } })
    else {
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
    ...(bareAge && { bareAge: true as const }),
    ...(settled === 'length' && fold && { site: 'unknown' as const }),
  })
}

/** "not 80 kg", "rather than 80 kg", "I said 70 kg": the number right after is the wrong one. */
function isNegated(reader: Reader, index: number): boolean {
  const at = reader.cues.get('not')
  return at !== undefined && at >= reader.windowFrom && onlyFillers(reader, at + 1, index)
}
