import type { Item } from './scan.ts'

/** A list of like quantities: "8.6 kg, 9.1 kg and 7.9 kg". */
export type Run = { readonly at: readonly number[] }

const isLink = (item: Item | undefined): boolean =>
  (item?.kind === 'break' && (item.text === ',' || item.text === '/' || item.text === '&')) ||
  (item?.kind === 'word' && (item.text === 'and' || item.text === '&' || item.text === 'then'))

const dimensionAt = (item: Item | undefined): string | undefined =>
  item?.kind === 'quantity' && item.quantity.issue === undefined ? item.quantity.dimension : undefined

/** Most that two members of one list differ: a list of weights is not an age and a weight. */
const WIDEST = 2.5

/** The same where the unit is written once: "30, 65 kg" is an age and a weight. */
const WIDEST_MIXED = 1.6

/**
 * Returns the runs of like quantities by the index of every member. The members of a run have one dimension; members
 * without a unit take the unit of the last.
 */
export function runsOf(items: readonly Item[]): ReadonlyMap<number, Run> {
  const runs = new Map<number, Run>()
  for (let i = 0; i < items.length; i++) {
    if (dimensionAt(items[i]) === undefined || runs.has(i)) continue
    const at = [i]
    for (let next = nextMember(items, i); next !== undefined; next = nextMember(items, next)) at.push(next)
    if (at.length > 1) for (const index of at) runs.set(index, { at })
  }
  return runs
}

function nextMember(items: readonly Item[], i: number): number | undefined {
  let j = i + 1
  while (j < i + 4 && isLink(items[j])) j++
  if (j === i + 1) return undefined
  const [first, second] = [items[i], items[j]]
  if (first?.kind !== 'quantity' || second?.kind !== 'quantity') return undefined
  const [a, b] = [dimensionAt(first), dimensionAt(second)]
  if (a === undefined || b === undefined || (a !== b && a !== 'none')) return undefined
  const ratio = first.quantity.amount / second.quantity.amount
  const widest = a === b ? WIDEST : WIDEST_MIXED
  return ratio < widest && ratio > 1 / widest ? j : undefined
}
