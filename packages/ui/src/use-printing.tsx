import { useSyncExternalStore } from 'react'

let printing = false

function subscribe(changed: () => void): () => void {
  const before = () => {
    printing = true
    changed()
  }
  const after = () => {
    printing = false
    changed()
  }
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  return () => {
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
  }
}

/** Returns whether the page is being printed. Components render once more before the paper is laid out. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => printing)
