import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPermissive, PERMISSIVE } from './spdx.ts'

const permissive = fc.constantFrom(...PERMISSIVE)
const copyleft = fc.constantFrom(
  'GPL-3.0-only',
  'AGPL-3.0',
  'MPL-2.0',
  'SSPL-1.0',
  'UNLICENSED',
  'SEE LICENSE IN x',
)

describe('isPermissive', () => {
  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['(MIT AND GPL-3.0-only)', false],
    ['MIT AND (GPL-2.0-only OR Apache-2.0)', true],
    ['GPL-2.0-only OR MIT AND MPL-2.0', false],
    ['Apache-2.0 WITH LLVM-exception', true],
    ['GPL-2.0-only WITH Classpath-exception-2.0', false],
    ['AGPL-3.0', false],
    ['mit-ish', false],
    ['', false],
    ['MIT OR', false],
    ['(MIT', false],
    ['MIT MIT', false],
  ])('%s → %s', (expression, expected) => expect(isPermissive(expression)).toBe(expected))

  it('needs one side of an OR and both sides of an AND', () => {
    fc.assert(
      fc.property(permissive, copyleft, (good, bad) => {
        expect(isPermissive(`(${good} OR ${bad})`)).toBe(!bad.includes(' '))
        expect(isPermissive(`${good} AND ${bad}`)).toBe(false)
        expect(isPermissive(`(${good} AND ${good}) OR ${good}`)).toBe(true)
      }),
    )
  })
})
