import { useEffect, useRef, useState } from 'react'

/** How long after the last change the address follows. */
const KEEP_MS = 250

/** Holds what is being chosen: shown at once, and put into the address a moment later. */
export function useDraft<Search extends object>(
  kept: Search,
  read: (given: Record<string, unknown>) => Search,
  keep: (search: Search) => void,
) {
  const [draft, setDraft] = useState(kept)
  const latest = useRef(kept)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The back button changes what is kept.
  useEffect(() => {
    if (timer.current !== undefined) return
    latest.current = kept
    setDraft(kept)
  }, [kept])
  // Leaving the view stops the change of the address.
  useEffect(() => () => clearTimeout(timer.current), [])
  const change = (next: { readonly [Name in keyof Search]?: string }) => {
    const given = { ...latest.current, ...next }
    latest.current = read(given)
    // Half-typed numbers stay in their fields and filter nothing.
    setDraft(given as Search)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      timer.current = undefined
      keep(latest.current)
    }, KEEP_MS)
  }
  return [draft, change] as const
}
