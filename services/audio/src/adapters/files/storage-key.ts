const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a key can come from this service: a UUID in lower case, which cannot contain a path or an address. */
export const isStorageKey = (key: string): boolean => KEY.test(key)

/** Returns the key, or throws when it is not valid. That is an internal error, because clients never choose keys. */
export function checkedKey(key: string): string {
  if (!isStorageKey(key)) throw new Error(`not a storage key: ${key.slice(0, 200)}`)
  return key
}
