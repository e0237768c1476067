import type { Reading } from './draft.ts'
import { fieldDimension } from './field-units.ts'
import { turnTo } from './people.ts'
import type { Quantity } from './quantity.ts'
import { fieldOf, labelAfter, onlyFillers, type Reader, readPhrase } from './reader.ts'
import type { Item } from './scan.ts'
import type { NumericInput } from './structured-query.ts'

/** Words before a span of time that make it a duration and not an age. */
const DURATION_BEFORE = new Set('for in over within after last past next every per since during'.split(' '))
const DURATION_AFTER = new Set('ago later pregnant postpartum away straight'.split(' '))
const YEARS: readonly [number, number] = [1800, 2199]

/** Decides what one quantity is: a measure of the current person, a target, a change, a load, or none of our business. */
export function readQuantity(reader: Reader, index: number, quantity: Quantity): undefined {
  const { cast } = reader
  const span = { start: quantity.start, end: quantity.end }
  const ignore = (reason: string): undefined => {
    reader.ignored.push({ text: reader.source.slice(span.start, span.end), start: span.start, reason })
  }
  if (quantity.dimension === 'other') return ignore('not a body measure')
  introduce(reader, index, quantity)
  const label = labelBefore(reader, index)
  const after = labelAfter(reader, index)
  if (quantity.dimension === 'none' && isTopicValue(reader, index, label?.index)) {
    reader.topicValues.push({
      ...span,
      topic: topicBefore(reader, index)!,
      value: quantity.value,
      draft: cast.current,
    })
    return
  }
  const labelAt = label?.index ?? -1
  if (
    (reader.cues.get('delta') ?? -1) > Math.max(labelAt, reader.windowFrom - 1) &&
    quantity.dimension !== 'age'
  )
    return ignore('a change, not a measure')
  if (
    (reader.cues.get('load') ?? -1) > Math.max(labelAt, reader.windowFrom - 1) &&
    quantity.dimension !== 'age'
  )
    return ignore('not a body measure')
  if (followedByLoad(reader, index)) return ignore('not a body measure')
  if (comparedWith(reader, index)) return ignore('a difference, not a measure')
  if ((reader.cues.get('jointly') ?? -1) >= reader.windowFrom) return ignore('the sum of several people')
  const field = chooseField(reader, index, quantity, label, after)
  if (field === 'ignore') return ignore('no measure named')
  if (field === 'duration') return ignore('a duration, not an age')
  if (field === 'slot') {
    cast.current.slots.push({ ...span, quantity, alone: isAlone(reader, index) })
    return
  }
  if (field === 'flawed') return
  record(reader, index, quantity, field)
}

type Label = NonNullable<Reader['label']>

function labelBefore(reader: Reader, index: number): Label | undefined {
  const { label } = reader
  if (!label || label.used || label.index < reader.windowFrom || label.index > index) return undefined
  for (let i = label.index + 1; i < index; i++) if (reader.items[i]!.kind === 'person') return undefined
  return label
}

/** "my 7-year-old son": the noun after the age says whose age it is. */
function introduce(reader: Reader, index: number, quantity: Quantity): undefined {
  if (quantity.dimension !== 'age') return
  if (quantity.sex) readPhrase(reader, index, [{ kind: 'sex', sex: quantity.sex, pronoun: false }], quantity)
  for (let i = index + 1; i < index + 3; i++) {
    const item = reader.items[i]
    if (item?.kind !== 'phrase') {
      if (item?.kind === 'word') continue
      return
    }
    const role = item.meanings.find((m) => m.kind === 'role')
    if (!role) continue
    turnTo(reader.cast, role.role, role.role, role.sex)
    reader.consumed.add(i)
    return
  }
}

const skipMarks = (
  reader: Reader,
  index: number,
  step: 1 | -1,
  words: ReadonlySet<string>,
): Item | undefined => {
  for (let i = index + step, n = 0; n < 5; i += step, n++) {
    const item = reader.items[i]
    if (item === undefined) return undefined
    if (item.kind === 'break' && !item.strong) continue
    if (item.kind === 'word' && words.has(item.text)) continue
    return item
  }
  return undefined
}
const NO_WORDS: ReadonlySet<string> = new Set()
const OF = new Set(['of', 'aged', 'is', 'score', 'ratio'])

function topicBefore(reader: Reader, index: number): string | undefined {
  const item = skipMarks(reader, index, -1, OF)
  if (item?.kind !== 'phrase') return undefined
  const topic = item.meanings.find((m) => m.kind === 'topic')
  return topic?.kind === 'topic' ? topic.topic : undefined
}

/** "BMI of 22", "WHtR 0.5": a value of the metric itself. Two bare numbers after it are measurements without names. */
function isTopicValue(reader: Reader, index: number, labelIndex: number | undefined): boolean {
  const topic = topicBefore(reader, index)
  if (topic === undefined || !['bmi', 'whtr', 'whr', 'ffmi', 'bsa', 'bmr', 'tdee'].includes(topic))
    return false
  const item = reader.items[index]!
  if (item.kind !== 'quantity' || (labelIndex !== undefined && labelIndex > index - 2 && !topic)) return false
  const next = skipMarks(reader, index, 1, NO_WORDS)
  const plausible = topic === 'bmi' ? [8, 60] : topic === 'whtr' || topic === 'whr' ? [0.2, 2] : [0, 10000]
  const { value } = item.quantity
  return (
    !(next?.kind === 'quantity' && next.quantity.dimension === 'none') &&
    value >= plausible[0]! &&
    value <= plausible[1]!
  )
}

/** "25 kg more than my daughter", "3 cm taller". */
function comparedWith(reader: Reader, index: number): boolean {
  const next = reader.items[index + 1]
  return next?.kind === 'phrase' && next.meanings.some((m) => m.kind === 'cue' && m.cue === 'than')
}

function followedByLoad(reader: Reader, index: number): boolean {
  const next = reader.items[index + 1]
  return (
    next?.kind === 'phrase' &&
    next.meanings.some(
      (m) => (m.kind === 'cue' && m.cue === 'load') || (m.kind === 'role' && m.role === 'animal'),
    )
  )
}

type Choice = Reading['field'] | 'ignore' | 'duration' | 'slot' | 'flawed'

function chooseField(
  reader: Reader,
  index: number,
  quantity: Quantity,
  before: Label | undefined,
  after: Label | undefined,
): Choice {
  const alias = aliasOf(reader, index, quantity)
  if (alias) return alias
  const { dimension } = quantity
  for (const label of orderedLabels(reader, index, before, after)) {
    const field = fieldOf(reader, label, quantity)
    const compatible = dimension === 'none' || field === 'unsupported' || fieldDimension(field) === dimension
    if (!compatible) continue
    if (dimension === 'none' && label === before && !onlyFillers(reader, label.index + 1, index)) continue
    label.used = true
    reader.used = label
    if (label !== before || (after && after.entry.field === label.entry.field))
      reader.consumed.add((after ?? label).index)
    if (field === 'unsupported') return 'ignore'
    return isBroken(reader, index, quantity, field) ? 'flawed' : field
  }
  if (before && dimension !== 'none' && onlyFillers(reader, before.index + 1, index, true)) {
    const field = fieldOf(reader, before, quantity)
    if (
      field !== 'unsupported' &&
      (fieldDimension(field) === 'mass' || fieldDimension(field) === 'length') &&
      !after
    ) {
      before.used = true
      reader.cast.current.flaws.push({ field, kind: 'dimension', span: quantity })
      return 'flawed'
    }
  }
  return unlabelled(reader, index, quantity)
}

/** The label after the number wins over a distant one before it. */
function orderedLabels(
  reader: Reader,
  index: number,
  before: Label | undefined,
  after: Label | undefined,
): Label[] {
  if (!before || !after) return before ? [before] : after ? [after] : []
  return onlyFillers(reader, before.index + 1, index) ? [before, after] : [after, before]
}

/** "180 cm (5'11")", "70 kg = 154 lb": the same thing in the other system. */
function aliasOf(reader: Reader, index: number, quantity: Quantity): Reading['field'] | undefined {
  const mark = reader.items[index - 1]
  const last = reader.last
  if (!last || reader.lastQuantityAt !== index - 2 || mark?.kind !== 'break' || !'(=/['.includes(mark.text))
    return undefined
  const first = last.reading.quantity
  if (first.dimension !== quantity.dimension || quantity.dimension === 'none' || quantity.dimension === 'age')
    return undefined
  return first.units[0]?.system !== quantity.units[0]?.system ? last.reading.field : undefined
}

/** "weight 8 0 kg", "5 7½ ft", "2;6 years", "1/0 kg": two numbers where one belongs. */
function isBroken(reader: Reader, index: number, quantity: Quantity, field: NumericInput): boolean {
  const next = reader.items[index + 1]
  if (quantity.dimension !== 'none' || quantity.spelled || next?.kind !== 'quantity') return false
  if (next.quantity.dimension !== 'none' && next.quantity.dimension !== fieldDimension(field)) return false
  reader.cast.current.flaws.push({ field, kind: 'form', span: { start: quantity.start, end: next.end } })
  reader.consumed.add(index + 1)
  return true
}

function unlabelled(reader: Reader, index: number, quantity: Quantity): Choice {
  switch (quantity.dimension) {
    case 'mass':
      return brokenAcross(reader, index, quantity, 'weightKg') ? 'flawed' : 'weightKg'
    case 'length':
      return pastOfLast(reader, index) ?? 'length'
    case 'percent':
      return 'ignore'
    case 'age': {
      if (quantity.old || quantity.sex) return 'ageYears'
      if (brokenAcross(reader, index, quantity, 'ageYears')) return 'flawed'
      const [previous, next] = [reader.items[index - 1], reader.items[index + 1]]
      if (previous?.kind === 'word' && DURATION_BEFORE.has(previous.text)) return 'duration'
      if (next?.kind === 'word' && DURATION_AFTER.has(next.text)) return 'duration'
      if (next?.kind === 'phrase' && next.meanings.some((m) => m.kind === 'fact' && m.fact.pregnant))
        return 'duration'
      if (next?.kind === 'phrase' && next.meanings.some((m) => m.kind === 'cue' && m.cue === 'past_after'))
        return 'duration'
      return 'ageYears'
    }
    case 'none':
      return bareNumber(reader, index, quantity)
    case 'other':
      return 'ignore'
  }
}

/** "waist 90 cm (was 100 cm)": the same measure at an earlier time. */
function pastOfLast(reader: Reader, index: number): Reading['field'] | undefined {
  const { last, lastQuantityAt } = reader
  const mark = reader.items[lastQuantityAt + 1]
  const wasAt = reader.cues.get('past') ?? -1
  if (
    !last ||
    mark?.kind !== 'break' ||
    mark.text !== '(' ||
    wasAt <= lastQuantityAt ||
    index - lastQuantityAt > 5
  )
    return undefined
  return last.reading.quantity.dimension === 'length' ? last.reading.field : undefined
}

function brokenAcross(reader: Reader, index: number, quantity: Quantity, field: NumericInput): boolean {
  const mark = reader.items[index - 1]
  const first = reader.items[index - 2]
  if (mark?.kind !== 'break' || !(mark.text === '/' || mark.text === ';') || first?.kind !== 'quantity')
    return false
  if (first.quantity.dimension !== 'none' || first.end !== mark.start || mark.end !== quantity.start)
    return false
  if ((field === 'ageYears') !== (mark.text === ';')) return false
  const { slots } = reader.cast.current
  if (slots.at(-1)?.start !== first.start) return false
  slots.pop()
  reader.cast.current.flaws.push({ field, kind: 'form', span: { start: first.start, end: quantity.end } })
  return true
}

const isSex = (item: Item | undefined): boolean =>
  item?.kind === 'phrase' && item.meanings.some((m) => m.kind === 'sex' && !m.pronoun)

/** A number with neither unit nor label: an age beside a sex or after "is", else a slot that will be asked about. */
function bareNumber(reader: Reader, index: number, quantity: Quantity): Choice {
  const { value } = quantity
  if (quantity.issue === 'form' && Number.isNaN(value)) return 'ignore'
  if (quantity.amount >= YEARS[0] && quantity.amount <= YEARS[1]) return 'ignore'
  const [previous, next] = [reader.items[index - 1], reader.items[index + 1]]
  if (reader.cues.has('turning')) {
    reader.cast.current.vague ??= quantity
    return 'ignore'
  }
  const named = labelBefore(reader, index) !== undefined
  if (isNamedByOther(reader, index)) return 'ignore'
  const ageLike =
    !named && value > 0 && value <= 110 && quantity.issue === undefined && quantity.decimals.length <= 1
  const counts = previous?.kind === 'word' && !JOINS.has(previous.text)
  const besideSex =
    isSex(skipMarks(reader, index, -1, OF)) || (!counts && isSex(skipMarks(reader, index, 1, NO_WORDS)))
  if (ageLike && besideSex && !(next?.kind === 'word')) return 'ageYears'
  const subject = isNow(previous) ? reader.items[index - 2] : previous
  const saidIs =
    subject?.kind === 'person'
      ? subject.self
      : subject?.kind === 'phrase' && (isCopula(subject.meanings) || isContracted(reader, subject))
  if (ageLike && saidIs && !(next?.kind === 'word' && !CONTINUES.has(next.text)) && !(next?.kind === 'unit'))
    return 'ageYears'
  if (
    quantity.spelled &&
    next?.kind === 'quantity' &&
    next.quantity.spelled &&
    next.quantity.dimension === 'none'
  ) {
    reader.cast.current.slots.push({ start: quantity.start, end: next.end, quantity, alone: false })
    reader.consumed.add(index + 1)
    return 'flawed'
  }
  if (quantity.spelled) return 'ignore'
  if (next?.kind === 'word' && next.text !== 'k' && !CONTINUES.has(next.text)) return 'ignore'
  if (next?.kind === 'unit' || counts || isCounted(next)) return 'ignore'
  if (quantity.amount > 700 || quantity.amount <= 0) return 'ignore'
  const cut = reader.items[index - 2]
  if (
    previous?.kind === 'break' &&
    previous.text === '/' &&
    cut?.kind === 'quantity' &&
    isIgnored(reader, cut.start)
  )
    return 'ignore'
  if (next?.kind === 'quantity' && brokenBefore(reader, index, quantity, next)) return 'flawed'
  return 'slot'
}

/** "n = 12", "score: 7": an unknown word names the number. */
function isNamedByOther(reader: Reader, index: number): boolean {
  const [mark, word] = [reader.items[index - 1], reader.items[index - 2]]
  return (
    mark?.kind === 'break' &&
    (mark.text === '=' || mark.text === ':') &&
    word?.kind === 'word' &&
    !/^[^\p{L}]/u.test(word.text)
  )
}

/** "2 sons", "7 am": the word after it says what the number counts. */
const isCounted = (next: Item | undefined): boolean =>
  next?.kind === 'phrase' &&
  (next.text === 'am' || next.text === 'adults' || next.meanings.some((m) => m.kind === 'role'))

/** "5 7½ ft": a bare number right before a measure may belong to it. */
function brokenBefore(
  reader: Reader,
  index: number,
  quantity: Quantity,
  next: Extract<Item, { kind: 'quantity' }>,
): boolean {
  const field =
    next.quantity.dimension === 'mass'
      ? 'weightKg'
      : next.quantity.dimension === 'length'
        ? 'heightCm'
        : undefined
  if (!field) return false
  reader.cast.current.flaws.push({ field, kind: 'form', span: { start: quantity.start, end: next.end } })
  reader.consumed.add(index + 1)
  return true
}

const isNow = (item: Item | undefined): boolean =>
  item?.kind === 'phrase' && item.meanings.some((m) => m.kind === 'cue' && m.cue === 'now')
const isCopula = (meanings: Extract<Item, { kind: 'phrase' }>['meanings']): boolean =>
  meanings.some((m) => (m.kind === 'cue' && m.cue === 'copula') || (m.kind === 'sex' && m.pronoun))
/** "my sister's 24". */
const isContracted = (reader: Reader, item: Extract<Item, { kind: 'phrase' }>): boolean =>
  /['’]s$/.test(reader.source.slice(item.start, item.end)) && item.meanings.some((m) => m.kind === 'role')
const CONTINUES = new Set(['and', 'in', 'with', 'but', 'at', 'so', 'or'])
const JOINS = new Set(['and', 'with', 'at', 'or', '@', 'for'])
const isIgnored = (reader: Reader, start: number): boolean => reader.ignored.at(-1)?.start === start
const isAlone = (reader: Reader, index: number): boolean => {
  const [previous, next] = [reader.items[index - 1], reader.items[index + 1]]
  return previous?.kind === 'break' && (next === undefined || next.kind === 'break')
}

function record(reader: Reader, index: number, quantity: Quantity, field: Reading['field']): void {
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
  const base = { ...span, field: settled, past: tag === 'past', corrects, negated }
  const push = (reading: Reading) => {
    if (cast.sharing) cast.shared.push(reading)
    else draft.readings.push(reading)
    reader.last = { reading, draft }
  }
  if (
    tag === 'target' ||
    (inWindow('target') && (settled === 'weightKg' || settled === 'waistCm') && !inWindow('now'))
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
  const past = base.past || (inWindow('past') && !inWindow('now'))
  const fold = reader.cues.has('circumference') || (inWindow('skinfold') && field === 'length')
  push({
    ...base,
    past,
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
