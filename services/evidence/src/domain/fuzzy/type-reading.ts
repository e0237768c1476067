import type { MembershipFunctionName } from './linguistic-variables.ts'
import { expectedDegree, type MembershipFunction } from './membership.ts'

/**
 * How values of a type are read: a family of terms and, optionally, a favourable set whose expected degree
 * replaces the value.
 */
export interface TypeReading {
  readonly family: MembershipFunctionName
  readonly favourable?: MembershipFunction
}

/** Value and spread after applying the favourable set. */
export interface ReadValue {
  readonly value: number
  readonly uncertainty: number
}

/**
 * Applies the reading to a value. Without a favourable set the value is unchanged. With one it is E[μ(X)], and the
 * spread is half the change of μ between m − s and m + s (two sigma points; Julier & Uhlmann, Proc. IEEE 92 (2004)
 * 401–422), in [0, 1].
 */
export function readValue(reading: TypeReading, value: number, uncertainty: number): ReadValue {
  const favourable = reading.favourable
  if (favourable === undefined) return { value, uncertainty }
  const low = expectedDegree(favourable, value - uncertainty, 0)
  const high = expectedDegree(favourable, value + uncertainty, 0)
  return {
    value: expectedDegree(favourable, value, uncertainty),
    uncertainty: uncertainty >= 1 ? 1 : Math.min(1, Math.abs(high - low) / 2),
  }
}
