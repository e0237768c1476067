/**
 * JSON with sorted keys and without spaces, so that equal content has equal text: the form that content hashes are
 * taken of (RFC 8785, JSON Canonicalization Scheme; numbers are written as ECMAScript writes them). −0 is 0, members
 * that are undefined are left out.
 */
export function canonicalJson(value: unknown): string {
  // Plain loops: an import makes this text for every line, and this was a fifth of its processor time.
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : 'null'
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  let text = ''
  if (Array.isArray(value)) {
    for (const item of value) text += `${text === '' ? '' : ','}${canonicalJson(item ?? null)}`
    return `[${text}]`
  }
  const members = value as Record<string, unknown>
  // By UTF-16 code units, as the RFC asks and as sorting does by default; localeCompare would depend on the machine.
  for (const name of Object.keys(members).sort()) {
    const member = members[name]
    if (member !== undefined)
      text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(member)}`
  }
  return `{${text}}`
}
