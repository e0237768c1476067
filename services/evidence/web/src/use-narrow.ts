import { useSyncExternalStore } from 'react'

const query = window.matchMedia('(max-width: 52rem)')

function subscribe(changed: () => void): () => void {
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether the window is as narrow as that of a phone, where tables become cards. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query.matches)
