import { useSyncExternalStore } from 'react'
import { type GrowthSearch, readGrowth } from './child.ts'

const KEY = 'assay-query-children'
/** What is kept of a view: the child, not how it is looked at. */
const CHILD = ['name', 'sex', 'birth', 'weeks', 'mother', 'father', 'visits'] as const

/** The child of a view, without the choices of its chart. */
export const childOf = (search: GrowthSearch): GrowthSearch =>
  Object.fromEntries(CHILD.flatMap((key) => (search[key] === undefined ? [] : [[key, search[key]]])))

function parse(text: string | null): readonly GrowthSearch[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kept) ? kept.map((one) => childOf(readGrowth(Object(one)))) : []
  } catch {
    return []
  }
}

const listeners = new Set<() => void>()
let text: string | null = null
let children: readonly GrowthSearch[] = []

function snapshot(): readonly GrowthSearch[] {
  let now: string | null = null
  try {
    now = localStorage.getItem(KEY)
  } catch {
    // A browser that lets no page keep anything has kept nothing.
  }
  if (now !== text) {
    text = now
    children = parse(now)
  }
  return children
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  // Another tab may keep or forget.
  window.addEventListener('storage', changed)
  return () => {
    listeners.delete(changed)
    window.removeEventListener('storage', changed)
  }
}

/** Children that the user asked this browser to keep. */
export const useKept = (): readonly GrowthSearch[] => useSyncExternalStore(subscribe, snapshot)

/** Returns whether two views are of the same child. */
export const isSameChild = (a: GrowthSearch, b: GrowthSearch): boolean =>
  a.name === b.name && a.birth === b.birth && a.sex === b.sex

function write(next: readonly GrowthSearch[]): boolean {
  try {
    if (next.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    return false
  }
  for (const changed of listeners) changed()
  return true
}

/** Keeps a child in this browser. Returns false where the browser refuses. */
export const keep = (search: GrowthSearch): boolean =>
  write([...snapshot().filter((one) => !isSameChild(one, search)), childOf(search)])

/** Forgets a child. */
export const forget = (child: GrowthSearch): boolean =>
  write(snapshot().filter((one) => !isSameChild(one, child)))
