import type { EvidenceItem } from './evidence-item.ts'

const DASHES = /[\u2010-\u2015\u2212]/gu
const PRIMES = /[\u2018\u2019\u2032\u00b4`]/gu

/** Returns one spelling of a name: case, kinds of dashes and primes, and spaces make no difference. */
function normaliseName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(DASHES, '-')
    .replaceAll(PRIMES, "'")
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

/** Claim of one observation: its candidate key and the items that bear on the pair. */
interface ObservationClaim {
  readonly key: string
  readonly items: readonly EvidenceItem[]
}

/** Keys of structures: first blocks of InChIKeys. */
const STRUCTURE = /^[A-Z]{14}$/

/** Whether the candidate has nothing but a name: its key, the id of the molecule, is the name that its items state. */
function isNameOnly({ key, items }: ObservationClaim): boolean {
  if (STRUCTURE.test(key)) return false
  const names = new Set(items.flatMap(({ name }) => name ?? []))
  if (names.size === 0) return false
  const spelled = normaliseName(key)
  return [...names].some((name) => normaliseName(name) === spelled)
}

/**
 * Returns the key of each claim of one observation under which it is pooled. Candidates that have nothing but a name
 * join those with the same name: the one other candidate whose items state it, or, if there is none or more than one,
 * each other. Names are compared within an observation only, where both tools mean the same signal.
 */
export function joinedKeys(claims: readonly ObservationClaim[]): string[] {
  const keys = claims.map(({ key }) => key)
  const nameOnly = claims.map(isNameOnly)
  if (!nameOnly.includes(true)) return keys
  const targets = new Map<string, Set<string>>()
  claims.forEach(({ key, items }, i) => {
    if (nameOnly[i]) return
    for (const { name } of items) {
      if (name === undefined) continue
      const spelled = normaliseName(name)
      targets.set(spelled, (targets.get(spelled) ?? new Set()).add(key))
    }
  })
  const firstOf = new Map<string, string>()
  keys.forEach((key, i) => {
    const name = normaliseName(key)
    const first = firstOf.get(name)
    if (nameOnly[i] && (first === undefined || key < first)) firstOf.set(name, key)
  })
  return keys.map((key, i) => {
    if (!nameOnly[i]) return key
    const name = normaliseName(key)
    const others = targets.get(name)
    return others?.size === 1 ? [...others][0]! : firstOf.get(name)!
  })
}
