import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../refusal.ts'
import { parseQuantity, readInputText } from './parse-quantity.ts'

describe('parseQuantity', () => {
  it.each([
    [`5'11"`, 'length', 180.34],
    ['5’11”', 'length', 180.34],
    ['5 ft 11½', 'length', 181.61],
    [`5' 11 1/2"`, 'length', 181.61],
    ['1m80', 'length', 180],
    ['1.80 m', 'length', 180],
    ['1,80 m', 'length', 180],
    ['1800 mm', 'length', 180],
    ['11 st 4 lb', 'mass', 71.66759446],
    ['11 stone 4', 'mass', 71.66759446],
    ['72,5 kg', 'mass', 72.5],
    ['3,250 g', 'mass', 3.25],
    ['7 lb 6 oz', 'mass', 3.34524372875],
    ['6y 3m', 'age', 6.25],
    ['18 months', 'age', 1.5],
    ['3½ years old', 'age', 3.5],
    ['22 %', 'percent', 22],
  ] as const)('%s as %s is %d', (text, dimension, value) => {
    expect(parseQuantity(text, dimension)).toBeCloseTo(value, 10)
  })

  it.each([
    ['180', 'length', 'needs a unit'],
    ['5.11 ft', 'length', 'more than one way'],
    ['11.5 stone', 'mass', 'more than one way'],
    ['5 ft 14 in', 'length', 'more than one way'],
    ['-80 kg', 'mass', 'negative'],
    ['80-82 kg', 'mass', 'range'],
    ['80 kg', 'length', 'another kind'],
    ['80 kg please', 'mass', 'words'],
    ['tall', 'length', 'not a number'],
    ['', 'mass', 'not a number'],
    ['80.5.2 kg', 'mass', 'more than one way'],
  ] as const)('refuses %j as %s because it %s', (text, dimension, issue) => {
    const refusal = captured(() => parseQuantity(text, dimension, 'height_cm'))
    expect(refusal.code).toBe('VALIDATION_ERROR')
    expect(refusal.details).toMatchObject({ field: 'height_cm', provided: text })
    expect(refusal.details.issue).toContain(issue)
  })

  it('reads a bare number in the unit of the input, and refuses the impossible by name', () => {
    expect(readInputText('heightCm', '180')).toBe(180)
    expect(readInputText('tricepsMm', '12 mm')).toBeCloseTo(12, 12)
    expect(readInputText('ageMonths', '1 y 6 mo')).toBeCloseTo(18, 12)
    expect(captured(() => readInputText('heightCm', '1.80 cm')).details.issue).toContain('between 20 and 280')
    expect(captured(() => readInputText('sex', '3')).details.field).toBe('sex')
  })
})

const captured = (run: () => unknown): Refusal => {
  try {
    run()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('laws of the grammar', () => {
  it('feet and inches equal the same inches and the same centimetres', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 7 }), fc.integer({ min: 0, max: 11 }), (feet, inches) => {
        const total = feet * 12 + inches
        const cm = parseQuantity(`${feet}'${inches}"`, 'length')
        expect(cm).toBeCloseTo(parseQuantity(`${total} in`, 'length'), 9)
        expect(cm).toBeCloseTo(parseQuantity(`${feet} ft ${inches} in`, 'length'), 9)
        expect(cm).toBeCloseTo(parseQuantity(`${(total * 2.54).toFixed(4)} cm`, 'length'), 3)
      }),
    )
  })

  it('stones and pounds equal the same pounds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 40 }), fc.integer({ min: 0, max: 13 }), (stones, pounds) => {
        const kg = parseQuantity(`${stones} st ${pounds} lb`, 'mass')
        expect(kg).toBeCloseTo(parseQuantity(`${stones * 14 + pounds} lb`, 'mass'), 9)
      }),
    )
  })

  it('comma and point decimals are the same number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 3000 }), (tenths) => {
        const text = (tenths / 10).toFixed(1)
        expect(parseQuantity(`${text.replace('.', ',')} kg`, 'mass')).toBe(
          parseQuantity(`${text} kg`, 'mass'),
        )
      }),
    )
  })
})
