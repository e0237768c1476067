/** Stands for a value whose names an object would not keep in sorted order. */
const UNSORTABLE = Symbol('unsortable')

/** Names that an object does not keep where they were put: integers come first, in the order of numbers. */
const MOVES = /^(?:\d|__proto__$)/

/** Copies a value with sorted members, without those named `omit`. */
function sortedCopy(value: unknown, omit: string | undefined): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const list: unknown[] = []
    for (const item of value) {
      const copy = sortedCopy(item, omit)
      if (copy === UNSORTABLE) return UNSORTABLE
      list.push(copy)
    }
    return list
  }
  const members = value as Readonly<Record<string, unknown>>
  const sorted: Record<string, unknown> = {}
  // Sorts by UTF-16 code units, as the RFC requires; localeCompare would depend on the machine.
  for (const name of Object.keys(members).sort()) {
    if (name === omit) continue
    const copy = MOVES.test(name) ? UNSORTABLE : sortedCopy(members[name], omit)
    if (copy === UNSORTABLE) return UNSORTABLE
    sorted[name] = copy
  }
  return sorted
}

/** Writes any value member by member. */
function written(value: unknown, omit: string | undefined): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map((item) => written(item, omit)).join(',')}]`
  const members = value as Readonly<Record<string, unknown>>
  const texts = Object.keys(members)
    .sort()
    .filter((name) => name !== omit && members[name] !== undefined)
    .map((name) => `${JSON.stringify(name)}:${written(members[name], omit)}`)
  return `{${texts.join(',')}}`
}

/**
 * Writes JSON with sorted keys and without spaces, so that equal content has equal text. Content hashes are
 * computed from it (RFC 8785, JSON Canonicalization Scheme; numbers as in ECMAScript). Writes −0 as 0 and omits
 * undefined members, and those named `omit` at any depth.
 */
export function canonicalJson(value: unknown, omit?: string): string {
  // A sorted copy and JSON.stringify take a third of the time of texts that are put together here.
  const copy = sortedCopy(value, omit)
  return copy === UNSORTABLE ? written(value, omit) : (JSON.stringify(copy) ?? 'null')
}
