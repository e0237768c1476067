import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../refusal.ts'
import { readVisits, type Visits, writeVisits } from './visits.ts'

const observation = (code: string, value: number, unit: string, at?: string) => ({
  resource: {
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code }] },
    valueQuantity: { value, system: 'http://unitsofmeasure.org', code: unit },
    ...(at === undefined ? {} : { effectiveDateTime: at }),
  },
})
const bundle = (...entry: object[]) => ({ resourceType: 'Bundle', entry })

describe('visits as FHIR', () => {
  it('reads measurements by day, in any unit, the latest of a day', () => {
    const { visits, ignored } = readVisits(
      bundle(
        observation('8302-2', 0.7, 'm', '2024-08-01'),
        observation('29463-7', 8000, 'g', '2024-08-01T08:00:00Z'),
        observation('3141-9', 8.1, 'kg', '2024-08-01T09:00:00Z'),
        observation('9843-4', 41, 'cm', '2024-03-01'),
        observation('8867-4', 120, '/min', '2024-03-01'),
        observation('29463-7', 9, 'kg'),
      ),
    )
    expect(visits).toEqual([
      { date: '2024-03-01', headCm: 41 },
      { date: '2024-08-01', weightKg: 8.1, heightCm: 70 },
    ])
    expect(ignored).toEqual(['entry.4.resource', 'entry.5.resource'])
  })
  it('reads back what it writes', () => {
    const number = (min: number, max: number) =>
      fc.option(
        fc.integer({ min: min * 10, max: max * 10 }).map((tenths) => tenths / 10),
        { nil: undefined },
      )
    const visit = fc
      .record({
        day: fc.integer({ min: 0, max: 4000 }),
        weightKg: number(1, 60),
        heightCm: number(40, 160),
        headCm: number(30, 56),
      })
      .map(({ day, ...measured }) => ({
        date: new Date(Date.UTC(2010, 0, 1 + day)).toISOString().slice(0, 10),
        ...Object.fromEntries(Object.entries(measured).filter(([, value]) => value !== undefined)),
      }))
      .filter((one) => Object.keys(one).length > 1)
    fc.assert(
      fc.property(
        fc.uniqueArray(visit, { selector: ({ date }) => date, maxLength: 8 }),
        fc.constantFrom('female', 'male', undefined),
        (visits, sex) => {
          const child: Visits = {
            sex,
            birthDate: '2009-12-24',
            visits: visits.sort((a, b) => (a.date < b.date ? -1 : 1)),
          }
          expect(readVisits(writeVisits(child))).toEqual({ ...child, ignored: [], assumed: [] })
        },
      ),
    )
  })
  it.each([
    ['a day that does not exist', bundle(observation('29463-7', 8, 'kg', '2024-02-31'))],
    ['a weight that nobody has', bundle(observation('29463-7', -8, 'kg', '2024-02-01'))],
    ['a unit of another dimension', bundle(observation('29463-7', 8, 'cm', '2024-02-01'))],
    ['no Bundle', { resourceType: 'Observation' }],
  ])('refuses %s', (_name, body) => {
    expect(() => readVisits(body)).toThrow(Refusal)
  })
})
