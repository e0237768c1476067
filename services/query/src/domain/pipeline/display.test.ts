import { describe, expect, it } from 'vitest'
import { processQuery } from '../language/query-processor.ts'
import { displayOf, showValue } from './display.ts'
import { readOptions } from './options.ts'

const display = (text: string, options = {}) =>
  displayOf(processQuery(text, { today: '2026-01-01' }), readOptions(options).options)

describe('units of an answer', () => {
  it.each([
    ['BMI, 80 kg 180 cm', { mass: 'kg', length: 'cm', energy: 'kcal' }],
    ['BMI, 180 lb, 5 ft 9 in', { mass: 'lb', length: 'in' }],
    ['12 st 4 lb, 5 ft 9: ideal weight', { mass: 'st' }],
    ['ideal weight in stone for a man of 180 cm', { mass: 'st', length: 'cm' }],
    ['lean mass in pounds: man 80 kg 180 cm', { mass: 'lb' }],
    ['BMR in kJ: man 30 y 80 kg 180 cm', { energy: 'kJ' }],
  ])('%s', (text, expected) => {
    expect(display(text)).toMatchObject(expected)
  })
  it('follows the option', () => {
    expect(display('80 kg 180 cm', { units: 'imperial' })).toMatchObject({ mass: 'lb', length: 'in' })
    expect(display('180 lb 70 in', { units: 'metric' })).toMatchObject({ mass: 'kg', length: 'cm' })
  })
  it('writes stone, pounds, feet and inches with the unit of the card in brackets', () => {
    const imperial = { mass: 'st', length: 'ft', energy: 'kJ' } as const
    expect(showValue(63.5029, 'kg', 1, imperial)).toBe('10 st 0.0 lb (63.5 kg)')
    expect(showValue(182.88, 'cm', 1, imperial)).toBe('6 ft 0.0 in (182.9 cm)')
    expect(showValue(2000, 'kcal/day', 0, imperial)).toBe('8368 kJ/day (2000 kcal/day)')
    expect(showValue(24.7, 'kg/m²', 1, imperial)).toBe('24.7 kg/m²')
  })
})
