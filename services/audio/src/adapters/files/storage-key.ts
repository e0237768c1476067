const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether this service could have given out the key: a UUID in lower case, so no path and no address can hide in it. */
export const isStorageKey = (key: string): boolean => KEY.test(key)

/** The key itself; anything else is a fault of ours, never a client's, and goes no further. */
export function checkedKey(key: string): string {
  if (!isStorageKey(key)) throw new Error(`not a storage key: ${key.slice(0, 200)}`)
  return key
}
