/**
 * JSON with sorted keys and without spaces, so that equal content has equal text: the form that content hashes are
 * taken of (RFC 8785, JSON Canonicalization Scheme; numbers are written as ECMAScript writes them). −0 is 0, members
 * that are undefined are left out.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      // By UTF-16 code units, as the RFC asks; localeCompare would depend on the machine.
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`)
    return `{${members.join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}
