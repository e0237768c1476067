import type { FactEntry } from './lexicon-facts.ts'
import { turnTo } from './people.ts'
import type { Reader } from './reader.ts'
import type { Facts } from './structured-query.ts'

/**
 * Reads a fact with the polarity of its clause. A denied or past condition is false, a plan or a fear says nothing, and
 * a condition that was once said to hold stays true: leaving out a pregnancy can do harm.
 */
export function readFact(reader: Reader, index: number, entry: FactEntry): void {
  const { polarity } = reader.clauses[index]!
  if (polarity === 'unreal') return
  turnToOwner(reader, index)
  const { current } = reader.cast
  const holds = polarity === 'said' || (polarity === 'over' && entry.lasting === true)
  const facts: Record<string, unknown> = { ...current.facts }
  for (const [name, value] of Object.entries(entry.fact)) {
    if (holds) facts[name] = value
    else if (value === true && facts[name] !== true) facts[name] = false
  }
  current.facts = facts as Facts
  if (holds && entry.sex) current.sex ??= entry.sex
}

/** "my pregnant wife": the noun right after a condition says whose it is. */
function turnToOwner(reader: Reader, index: number): void {
  const next = reader.items[index + 1]
  if (next?.kind !== 'phrase') return
  const role = next.meanings.find((m) => m.kind === 'role')
  if (role && role.role !== 'animal') turnTo(reader.cast, role.role, role.role, role.sex)
}
