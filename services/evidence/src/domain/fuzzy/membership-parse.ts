import { invalid } from '../refusal.ts'
import { MEMBERSHIP_FUNCTION_NAMES, type MembershipFunctionName } from './linguistic-variables.ts'
import type { MembershipFunction } from './membership.ts'
import type { TypeReading } from './type-reading.ts'

/** Parameter names per function, in the order of the contract. */
export const PARAMETER_NAMES = {
  triangular: ['left', 'center', 'right'],
  gaussian: ['center', 'sigma'],
  trapezoidal: ['left', 'left_top', 'right_top', 'right'],
  sigmoid: ['center', 'slope'],
} as const satisfies Record<MembershipFunctionName, readonly string[]>

function isName(raw: unknown): raw is MembershipFunctionName {
  return (MEMBERSHIP_FUNCTION_NAMES as readonly unknown[]).includes(raw)
}

function sentence(names: readonly string[]): string {
  return names.length === 2 ? names.join(' and ') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`
}

/** Reads the parameters, from an object by name or an array by position. Returns them in order. */
function readParameters(type: MembershipFunctionName, raw: unknown, field: string): number[] {
  const names: readonly string[] = PARAMETER_NAMES[type]
  const requirement = `a ${type} function requires ${sentence(names)}`
  if (raw === null || typeof raw !== 'object') throw invalid(field, requirement, raw)
  let values: unknown[]
  if (Array.isArray(raw)) {
    if (raw.length !== names.length)
      throw invalid(field, `${requirement}; got ${raw.length} parameter(s)`, raw)
    values = raw
  } else {
    const given = raw as Record<string, unknown>
    const unknown = Object.keys(given).filter((key) => !names.includes(key))
    const missing = names.filter((name) => given[name] === undefined)
    if (missing.length > 0) throw invalid(field, `${requirement}; missing ${missing.join(', ')}`, raw)
    if (unknown.length > 0) throw invalid(field, `${requirement}; unknown ${unknown.join(', ')}`, raw)
    values = names.map((name) => given[name])
  }
  values.forEach((value, i) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      throw invalid(`${field}.${Array.isArray(raw) ? i : names[i]!}`, 'must be a finite number', value)
    }
  })
  return values as number[]
}

/**
 * Creates a membership function from its type and parameters. Refuses parameters that do not fit, with a dotted
 * path.
 */
function membershipFunction(type: MembershipFunctionName, raw: unknown, field: string): MembershipFunction {
  const p = readParameters(type, raw, field)
  const ordered = p.every((x, i) => i === 0 || x >= p[i - 1]!)
  switch (type) {
    case 'triangular':
      if (!ordered || p[0] === p[2])
        throw invalid(field, 'must satisfy left <= center <= right, left < right', raw)
      return { kind: type, left: p[0]!, center: p[1]!, right: p[2]! }
    case 'trapezoidal':
      if (!ordered || p[0] === p[3]) {
        throw invalid(field, 'must satisfy left <= left_top <= right_top <= right, left < right', raw)
      }
      return { kind: type, left: p[0]!, leftTop: p[1]!, rightTop: p[2]!, right: p[3]! }
    case 'gaussian':
      if (!(p[1]! > 0)) throw invalid(`${field}.sigma`, 'sigma must be positive', p[1])
      return { kind: type, center: p[0]!, sigma: p[1]! }
    case 'sigmoid':
      if (p[1] === 0) throw invalid(`${field}.slope`, 'slope must not be 0', p[1])
      return { kind: type, center: p[0]!, slope: p[1]! }
  }
}

/**
 * Parses how the values of a type are read. A name selects the family of all terms. `{type, parameters}`
 * (parameters by name or by position) is the favourable set on the scale of the value. `{type}` without parameters
 * is the same as the name.
 */
export function parseReading(raw: unknown, field: string): TypeReading {
  const known = `known functions: ${MEMBERSHIP_FUNCTION_NAMES.join(', ')}`
  if (isName(raw)) return { family: raw }
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) {
    throw invalid(field, `must be the name of a membership function or {type, parameters}; ${known}`, raw)
  }
  const { type, parameters } = raw as { type?: unknown; parameters?: unknown }
  if (!isName(type)) throw invalid(`${field}.type`, `is not a membership function; ${known}`, type)
  if (parameters === undefined) return { family: type }
  return {
    family: 'triangular',
    favourable: membershipFunction(type, parameters, `${field}.parameters`),
  }
}
