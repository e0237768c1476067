import { Problem, presentable, shortened } from './problem.ts'

/** Deepest nesting of a body. Storing, comparing and printing a value take stack that grows with its depth. */
export const MAX_DEPTH = 100

/** What keeps a text from being stored and sent on. PostgreSQL stores no NUL, and UTF-8 cannot write half a pair. */
export function textIssue(text: string): string | undefined {
  if (!text.isWellFormed()) return 'must not contain half of a surrogate pair'
  return text.includes('\0') ? 'must not contain the character NUL' : undefined
}

/** The refusal of a text at the edge: 422 with the name of its field. */
export function notText(field: string, issue: string, provided: unknown): Problem {
  const name = shortened(field).toWellFormed()
  return new Problem('invalid', `${name} ${issue}`, {
    field: name,
    issue,
    provided: presentable(name, provided),
  })
}

/** Refuses a text that is none: the name or the value of a form field, the name of a file. */
export function requireText(field: string, text: string): void {
  const issue = textIssue(text)
  if (issue !== undefined) throw notText(field, issue, text)
}

interface Fault {
  /** From the innermost name outwards. */
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

/** Names with which a careless copy of an object would change the prototype of every object. */
const isPoison = (name: string, value: unknown): boolean =>
  name === '__proto__' ||
  (name === 'constructor' && typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype'))

function nameFault(name: string, value: unknown): Fault | undefined {
  const issue = textIssue(name)
  if (issue !== undefined) return fault(`has a name that ${issue}`, name)
  return isPoison(name, value) ? fault('is not allowed as a name', null, { poison: true }) : undefined
}

function within(name: string, found: Fault): Fault {
  found.path.push(name)
  return found
}

function arrayFault(values: readonly unknown[], depthLeft: number): Fault | undefined {
  for (let i = 0; i < values.length; i++) {
    const found = faultOf(values[i], depthLeft)
    if (found) return within(String(i), found)
  }
  return undefined
}

function objectFault(members: Readonly<Record<string, unknown>>, depthLeft: number): Fault | undefined {
  for (const name in members) {
    const value = members[name]
    const found = nameFault(name, value) ?? faultOf(value, depthLeft)
    if (found) return within(name, found)
  }
  return undefined
}

/** The first thing in a parsed JSON value that could not be stored or sent on. */
function faultOf(value: unknown, depthLeft: number): Fault | undefined {
  switch (typeof value) {
    case 'string': {
      const issue = textIssue(value)
      return issue === undefined ? undefined : fault(issue, value)
    }
    case 'number': // 1e999 is read as Infinity, which JSON cannot write.
      return Number.isFinite(value) ? undefined : fault('must be a finite number', String(value))
    case 'object':
      if (value === null) return undefined
      if (depthLeft === 0) return fault(`must not be nested deeper than ${MAX_DEPTH} levels`, null)
      return Array.isArray(value)
        ? arrayFault(value, depthLeft - 1)
        : objectFault(value as Record<string, unknown>, depthLeft - 1)
    default:
      return undefined
  }
}

/** Refuses a parsed JSON value that holds what is no text or no number, a poisoned name, or too deep a nesting. */
export function requireStorable(value: unknown): void {
  const found = faultOf(value, MAX_DEPTH)
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
