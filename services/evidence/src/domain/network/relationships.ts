import type { WeighedItem } from '../inference/posterior.ts'
import { sigmoid } from '../numerics/logistic.ts'
import { type LearnedRelationship, learnedRelationship, type PairStatistics } from './pair-statistics.ts'

/** Types of relationships between two items. */
export const RELATIONSHIP_TYPES = ['supports', 'contradicts', 'corroborates', 'implies', 'requires'] as const
/** Type of a relationship between two items. */
export type RelationshipType = (typeof RELATIONSHIP_TYPES)[number]

/** Relationship between two items. `source` and `target` are indices of the weighed items. */
export interface Relationship {
  readonly source: number
  readonly target: number
  readonly kind: RelationshipType
  /** Strength in [0.2, 1]. */
  readonly strength: number
}

/** Minimum strength; weaker relationships are dropped. */
const LEAST_STRENGTH = 0.2
/** Maximum number of relationships per item: a complete graph of 1 000 items would take 49 MB. */
export const MOST_PER_ITEM = 8

/**
 * Finds the relationships of a molecule's items, at most one per pair, strongest first.
 *
 * Types in order of precedence: contradicts (opposite signs; strength a(1−b) + b(1−a), a = σ(λ_i), b = σ(λ_j));
 * requires and implies (learned between types, strength is the Wilson bound); corroborates (same sign and type,
 * other source) and supports (same sign, other type), both with strength ab + (1−a)(1−b). Items without evidence
 * have no relationships. Agreeing items of one type and source have none either, because they are repetitions.
 *
 * Selection is greedy over all pairs, strongest first, up to eight per item. With p = 2a − 1 every unlearned
 * strength is (1 + |p_i||p_j|)/2, so in the order of |p| the partners of each item come strongest first. A heap
 * with one cursor per item visits the pairs in order without listing them.
 */
export function relationships(items: readonly WeighedItem[], pairs: PairStatistics = {}): Relationship[] {
  const reader = pairReader(items, pairs)
  const { count } = reader
  const degree = new Uint8Array(count)
  const cursors: Cursor[] = []
  for (let i = 0; i < count; i += 1) {
    for (const learnedType of [-1, ...(reader.learned[reader.type[i]!]?.keys() ?? [])]) {
      const cursor: Cursor = { i, j: i, learnedType, strength: 0 }
      if (advance(cursor, reader, degree)) cursors.push(cursor)
    }
  }
  const heap = cursors
  for (let at = Math.floor(heap.length / 2) - 1; at >= 0; at -= 1) sink(heap, at)
  const kept: Relationship[] = []
  while (heap.length > 0) {
    const top = heap[0]!
    const { i, j, strength } = top
    if (degree[i]! < MOST_PER_ITEM && degree[j]! < MOST_PER_ITEM) {
      degree[i] = degree[i]! + 1
      degree[j] = degree[j]! + 1
      kept.push({ ...reader.describe(i, j), strength })
    }
    if (degree[i]! < MOST_PER_ITEM && advance(top, reader, degree)) {
      sink(heap, 0)
      continue
    }
    const last = heap.pop()!
    if (heap.length > 0) {
      heap[0] = last
      sink(heap, 0)
    }
  }
  return kept
}

/** Next pair (by rank i < j) of an item: of a learned relationship with one type, or of the others (−1). */
interface Cursor {
  readonly i: number
  j: number
  readonly learnedType: number
  strength: number
}

function before(x: Cursor, y: Cursor): boolean {
  if (x.strength !== y.strength) return x.strength > y.strength
  return x.i !== y.i ? x.i < y.i : x.j < y.j
}

function sink(heap: Cursor[], from: number): void {
  let at = from
  for (;;) {
    let child = 2 * at + 1
    if (child >= heap.length) return
    if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!)) child += 1
    if (!before(heap[child]!, heap[at]!)) return
    const held = heap[at]!
    heap[at] = heap[child]!
    heap[child] = held
    at = child
  }
}

/** Moves a cursor to the next open partner. Returns false when none is strong enough. */
function advance(cursor: Cursor, reader: PairReader, degree: Uint8Array): boolean {
  const { lean, type, source, learned: rows, count } = reader
  const row = rows[type[cursor.i]!]
  const { i, learnedType } = cursor
  for (let j = cursor.j + 1; j < count; j += 1) {
    if (degree[j]! >= MOST_PER_ITEM) continue
    const opposed = lean[i]! * lean[j]! < 0
    const learned = opposed || row === undefined ? 0 : (row.get(type[j]!)?.strength ?? 0)
    if (learnedType >= 0) {
      if (learned === 0 || type[j] !== learnedType) continue
      cursor.strength = learned
    } else {
      if (learned > 0 || (!opposed && type[i] === type[j] && source[i] === source[j])) continue
      cursor.strength = (1 + Math.abs(lean[i]! * lean[j]!)) / 2
    }
    cursor.j = j
    return cursor.strength >= LEAST_STRENGTH
  }
  return false
}

/** Learned relationships by the index of one type, then of the other. Types without any have no row. */
type LearnedRows = readonly (ReadonlyMap<number, LearnedRelationship> | undefined)[]

/** Up to this number of types, pairs are looked up one by one; above, scanning all learned pairs is faster. */
const PAIRWISE_TYPES = 64

function learnedRows(
  names: readonly string[],
  typeIndex: ReadonlyMap<string, number>,
  pairs: PairStatistics,
): LearnedRows {
  const rows: Map<number, LearnedRelationship>[] = new Array(names.length)
  const add = (a: string, b: string): void => {
    const from = typeIndex.get(a)
    const to = typeIndex.get(b)
    if (from === undefined || to === undefined) return
    const relationship = learnedRelationship(pairs, a, b)
    if (relationship === undefined) return
    rows[from] = (rows[from] ?? new Map()).set(to, relationship)
    rows[to] = (rows[to] ?? new Map()).set(from, relationship)
  }
  if (names.length > PAIRWISE_TYPES) {
    for (const key of Object.keys(pairs).sort()) add(...(key.split('\u0000') as [string, string]))
    return rows
  }
  names.forEach((a, i) => {
    for (let j = i + 1; j < names.length; j += 1) add(a, names[j]!)
  })
  return rows
}

interface PairReader {
  /** Number of items with evidence. All arrays below are sorted by |p|, largest first. */
  readonly count: number
  /** p = 2σ(λ) − 1 */
  readonly lean: Float64Array
  readonly type: Int32Array
  readonly source: Int32Array
  readonly learned: LearnedRows
  readonly describe: (i: number, j: number) => Omit<Relationship, 'strength'>
}

function pairReader(items: readonly WeighedItem[], pairs: PairStatistics): PairReader {
  const leanOf = items.map((x) => 2 * sigmoid(x.lambda) - 1)
  const order = items
    .map((_, index) => index)
    .filter((index) => Math.abs(items[index]!.lambda) > 1e-9)
    .sort((x, y) => Math.abs(leanOf[y]!) - Math.abs(leanOf[x]!) || x - y)
  const names = [...new Set(items.map((x) => x.item.type))].sort()
  const typeIndex = new Map(names.map((name, index) => [name, index]))
  const learned = learnedRows(names, typeIndex, pairs)
  const sources = new Map<string, number>()
  const source = Int32Array.from(order, (index) => {
    const { item } = items[index]!
    const name = `${item.source}\u0000${item.group}`
    const known = sources.get(name) ?? sources.size
    sources.set(name, known)
    return known
  })
  const lean = Float64Array.from(order, (index) => leanOf[index]!)
  const type = Int32Array.from(order, (index) => typeIndex.get(items[index]!.item.type)!)
  return {
    count: order.length,
    lean,
    type,
    source,
    learned,
    describe: (i, j) => {
      const from = order[i]!
      const target = order[j]!
      if (lean[i]! * lean[j]! < 0) return { source: from, target, kind: 'contradicts' }
      if (type[i] === type[j]) return { source: from, target, kind: 'corroborates' }
      const known = learned[type[i]!]?.get(type[j]!)
      if (known === undefined) return { source: from, target, kind: 'supports' }
      const forward = known.source === items[from]!.item.type
      return { source: forward ? from : target, target: forward ? target : from, kind: known.kind }
    },
  }
}
