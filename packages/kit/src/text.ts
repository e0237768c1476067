import { Problem, presentable, shortened } from './problem.ts'

/** Maximum nesting of a body. Storing, comparing and printing a value need stack space that grows with its depth. */
export const MAX_DEPTH = 100
/** Issue of a value that is nested too deep. */
export const TOO_DEEP = `must not be nested deeper than ${MAX_DEPTH} levels`

/**
 * Returns why a text cannot be stored, or undefined. PostgreSQL cannot store NUL, and UTF-8 cannot encode half of a
 * surrogate pair.
 */
export function textIssue(text: string): string | undefined {
  if (!text.isWellFormed()) return 'must not contain half of a surrogate pair'
  return text.includes('\0') ? 'must not contain the character NUL' : undefined
}

/** Returns the refusal of an invalid text: 422 with the name of its field. */
export function notText(field: string, issue: string, provided: unknown): Problem {
  const name = shortened(field).toWellFormed()
  return new Problem('invalid', `${name} ${issue}`, {
    field: name,
    issue,
    provided: presentable(name, provided),
  })
}

/** Refuses invalid text: the name or value of a form field, or the name of a file. */
export function requireText(field: string, text: string): void {
  const issue = textIssue(text)
  if (issue !== undefined) throw notText(field, issue, text)
}

interface Fault {
  /** Path from the innermost name outwards. */
  readonly path: string[]
  readonly issue: string
  readonly provided: unknown
  readonly poison?: boolean
}

const fault = (issue: string, provided: unknown, more: Partial<Fault> = {}): Fault => ({
  path: [],
  issue,
  provided,
  ...more,
})

/** Whether a name could change the prototype of objects when an object is copied carelessly. */
const isPoison = (name: string, value: unknown): boolean =>
  name === '__proto__' ||
  (name === 'constructor' && typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype'))

function within(name: string, found: Fault): Fault {
  found.path.push(name)
  return found
}

function nameFault(name: string, value: unknown, checkTexts: boolean): Fault | undefined {
  if (isPoison(name, value)) return fault('is not allowed as a name', null, { poison: true })
  const issue = checkTexts ? textIssue(name) : undefined
  return issue === undefined ? undefined : fault(`has a name that ${issue}`, name)
}

function insideFault(value: object, depthLeft: number, checkTexts: boolean): Fault | undefined {
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const found = faultOf(value[i], depthLeft, checkTexts)
      if (found) return within(String(i), found)
    }
    return undefined
  }
  const members = value as Readonly<Record<string, unknown>>
  for (const name in members) {
    const found = nameFault(name, members[name], checkTexts) ?? faultOf(members[name], depthLeft, checkTexts)
    if (found) return within(name, found)
  }
  return undefined
}

/** Returns the first part of a parsed JSON value that cannot be stored or sent. */
function faultOf(value: unknown, depthLeft: number, checkTexts: boolean): Fault | undefined {
  if (typeof value === 'string') {
    const issue = checkTexts ? textIssue(value) : undefined
    return issue === undefined ? undefined : fault(issue, value)
  }
  // JSON.parse reads 1e999 as Infinity, which JSON cannot represent.
  if (typeof value === 'number')
    return Number.isFinite(value) ? undefined : fault('must be a finite number', String(value))
  if (typeof value !== 'object' || value === null) return undefined
  return depthLeft === 0 ? fault(TOO_DEEP, null) : insideFault(value, depthLeft - 1, checkTexts)
}

/**
 * Refuses a parsed JSON value with invalid text, a number that is not finite, a dangerous name, or too much nesting.
 * Texts need no check when the JSON was valid UTF-8 without `\u`, because only an escape can produce NUL or half of a
 * pair.
 */
export function requireStorable(value: unknown, { checkTexts }: { checkTexts: boolean }): void {
  const found = faultOf(value, MAX_DEPTH, checkTexts)
  if (!found) return
  const field = found.path.reverse().join('.') || 'body'
  if (!found.poison) throw notText(field, found.issue, found.provided)
  const name = shortened(field)
  throw new Problem('malformed', `${name} ${found.issue}.`, {
    field: name,
    issue: found.issue,
    provided: null,
  })
}
