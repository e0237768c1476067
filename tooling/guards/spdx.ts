/** Licences that let anyone use, change and sell what ships, asking no more than attribution. */
export const PERMISSIVE: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BSL-1.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
])

/**
 * Whether an SPDX expression can be met with permissive licences alone: one side of an OR suffices, an AND needs both.
 * An exception (`WITH …`) only ever adds permissions, so the licence before it decides. Text that is not an
 * expression is not permissive.
 */
export function isPermissive(expression: string): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? []
  let at = 0
  const one = (): boolean => {
    const token = tokens[at++]
    if (token === '(') {
      const inside = either()
      if (tokens[at++] !== ')') throw new SyntaxError('missing )')
      return inside
    }
    if (token === undefined || /^(\)|AND|OR|WITH)$/.test(token)) throw new SyntaxError('licence expected')
    if (tokens[at] === 'WITH') at += 2
    return PERMISSIVE.has(token)
  }
  const both = (): boolean => {
    let ok = one()
    while (tokens[at] === 'AND') {
      at++
      ok = one() && ok
    }
    return ok
  }
  const either = (): boolean => {
    let ok = both()
    while (tokens[at] === 'OR') {
      at++
      ok = both() || ok
    }
    return ok
  }
  try {
    return either() && at === tokens.length
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}
