import type { Person, ReadValue, StructuredQuery } from './structured-query.ts'

type ExpectedValue =
  | number
  | string
  | boolean
  | { value?: number; low?: number; high?: number; approximate?: boolean }
type ExpectedPerson = {
  sex?: string
  inputs: Record<string, ExpectedValue>
  population?: string
  target?: Record<string, number>
}
export type Phrasing = {
  readonly id: string
  readonly section: string
  readonly text: string
  readonly expect: { people: ExpectedPerson[]; ambiguities: string[]; asks?: string[] }
}
export type Verdict = {
  readonly right: boolean
  readonly wrongNumbers: readonly string[]
  readonly faults: readonly string[]
}

const TOLERANCE = 1e-6
const close = (a: number | undefined, b: number | undefined): boolean =>
  a === b ||
  (a !== undefined && b !== undefined && Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(a), Math.abs(b)))

function sameValue(read: ReadValue, expected: ExpectedValue): boolean {
  if (typeof expected === 'number')
    return close(read.value, expected) && read.low === undefined && !read.approximate
  if (typeof expected !== 'object') return false
  if (expected.low !== undefined) return close(read.low, expected.low) && close(read.high, expected.high)
  return close(read.value, expected.value) && read.approximate === true
}

function comparePerson(
  read: Person | undefined,
  expected: ExpectedPerson | undefined,
  at: number,
): { faults: string[]; wrong: string[] } {
  const faults: string[] = []
  const wrong: string[] = []
  const wanted = expected?.inputs ?? {}
  const facts: Record<string, unknown> = { ...read?.facts }
  if (read?.sex !== expected?.sex) faults.push(`#${at} sex ${read?.sex} for ${expected?.sex}`)
  if (read?.population !== expected?.population) faults.push(`#${at} population ${read?.population}`)
  for (const [field, value] of Object.entries(read?.values ?? {})) {
    const want = wanted[field]
    if (want === undefined || !sameValue(value, want)) {
      wrong.push(`#${at} ${field} ${value.value}`)
      faults.push(`#${at} ${field} ${JSON.stringify(value)} for ${JSON.stringify(want)}`)
    }
  }
  for (const [field, want] of Object.entries(wanted))
    if (typeof want === 'string' || typeof want === 'boolean') {
      if (facts[field] !== want) faults.push(`#${at} ${field} ${facts[field]} for ${want}`)
      delete facts[field]
    } else if (!(field in (read?.values ?? {}))) faults.push(`#${at} ${field} missing`)
  for (const field of Object.keys(facts)) faults.push(`#${at} ${field} not expected`)
  const targets = Object.fromEntries((read?.targets ?? []).map((target) => [target.of, target.value]))
  const goals = expected?.target ?? {}
  for (const of of new Set([...Object.keys(targets), ...Object.keys(goals)]))
    if (!close(targets[of], goals[of])) faults.push(`#${at} target ${of} ${targets[of]} for ${goals[of]}`)
  return { faults, wrong }
}

/** Topics that name one equation count as their family in the phrasing set. */
const FAMILY: readonly (readonly [RegExp, string])[] = [
  [/^bsa_/, 'bsa'],
  [/^growth_/, 'growth'],
  [/^bmr_/, 'bmr'],
  [/^fat_/, 'body_fat'],
  [/^ideal_(?!weight)/, 'ideal_weight'],
  [/^lean_(?!mass)/, 'lean_mass'],
]
const familyOf = (topic: string): string => FAMILY.find(([form]) => form.test(topic))?.[1] ?? topic

/** Compares one reading with what was expected of it. */
export function judge(read: StructuredQuery, { expect }: Phrasing): Verdict {
  const faults: string[] = []
  const wrongNumbers: string[] = []
  const count = Math.max(read.people.length, expect.people.length)
  for (let i = 0; i < count; i++) {
    const verdict = comparePerson(read.people[i], expect.people[i], i)
    faults.push(...verdict.faults)
    wrongNumbers.push(...verdict.wrong)
  }
  const said = read.ambiguities.map((a) => `${a.field}:${a.kind}`).sort()
  const wanted = [...expect.ambiguities].sort()
  if (said.join() !== wanted.join()) faults.push(`ambiguities ${said} for ${wanted}`)
  if (expect.asks) {
    const asks = new Set([
      ...read.topics.map(familyOf),
      ...read.intents.filter((intent) => intent !== 'calculate'),
    ])
    const missing = expect.asks.filter((ask) => !asks.has(ask))
    const extra = [...asks].filter((ask) => !expect.asks!.includes(ask))
    if (missing.length + extra.length > 0) faults.push(`asks missing ${missing} extra ${extra}`)
  }
  return { right: faults.length === 0, wrongNumbers, faults }
}
