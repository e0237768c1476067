import { useSyncExternalStore } from 'react'

const KEY = 'assay-audio-api-key'

/** What the service said about the key of this session. */
type Access = 'open' | 'asked' | 'refused'

let access: Access = 'open'
const listeners = new Set<() => void>()

function become(next: Access): void {
  access = next
  for (const listener of listeners) listener()
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** Returns the API key of this session. The browser forgets it when the tab is closed. */
export const apiKey = (): string | undefined => sessionStorage.getItem(KEY) ?? undefined

/** Keeps an API key for this session and opens the page again. */
export function keepKey(key: string): void {
  sessionStorage.setItem(KEY, key)
  become('open')
}

/** Notes that the service refused a request for want of a valid key. */
export const noticeRefusal = (): void => become(apiKey() === undefined ? 'asked' : 'refused')

/** Whether the service asks for a key, and whether it refused the one that it got. */
export const useAccess = (): Access => useSyncExternalStore(subscribe, () => access)
