import { describe, expect, it } from 'vitest'
import { computeMetrics } from '../metrics/compute-metrics.ts'
import { Refusal } from '../refusal.ts'
import { readBundle } from './read-bundle.ts'
import { writeBundle } from './write-bundle.ts'

const observation = (code: string, value: number, unit: string, more: object = {}) => ({
  resource: {
    resourceType: 'Observation',
    id: `o-${code}`,
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code }] },
    valueQuantity: { value, system: 'http://unitsofmeasure.org', code: unit },
    effectiveDateTime: '2024-05-01T10:00:00Z',
    ...more,
  },
})
const patient = { resource: { resourceType: 'Patient', id: 'p1', gender: 'male', birthDate: '1994-05-01' } }
const bundle = (...entry: object[]) => ({ resourceType: 'Bundle', type: 'collection', entry })

describe('FHIR', () => {
  it('reads metric and imperial units to the same inputs', () => {
    const metric = readBundle(
      bundle(patient, observation('29463-7', 80, 'kg'), observation('8302-2', 1.8, 'm')),
    )
    const imperial = readBundle(
      bundle(
        patient,
        observation('29463-7', 80 / 0.45359237, '[lb_av]'),
        observation('8302-2', 180 / 2.54, '[in_i]'),
      ),
    )
    expect(metric.inputs).toMatchObject({
      sex: 'male',
      birthDate: '1994-05-01',
      measurementDate: '2024-05-01',
      weightKg: 80,
      heightCm: 180,
    })
    expect(imperial.inputs.weightKg).toBeCloseTo(80, 9)
    expect(imperial.inputs.heightCm).toBeCloseTo(180, 9)
  })
  it('writes observations with LOINC, UCUM, method and what they derive from', () => {
    const reading = readBundle(
      bundle(patient, observation('29463-7', 80, 'kg'), observation('8302-2', 180, 'cm')),
    )
    const { computed } = computeMetrics(reading.inputs, { only: new Set(['bmi']) })
    expect(writeBundle(computed, reading).entry[0]?.resource).toMatchObject({
      code: { coding: [{ system: 'http://loinc.org', code: '39156-5' }, { code: 'bmi' }] },
      subject: { reference: 'Patient/p1' },
      valueQuantity: { value: 24.7, code: 'kg/m2' },
      derivedFrom: [{ reference: 'Observation/o-29463-7' }, { reference: 'Observation/o-8302-2' }],
    })
  })
  it('takes the latest of two observations, whatever their order', () => {
    const old = observation('29463-7', 70, 'kg', { effectiveDateTime: '2020-01-01' })
    const recent = observation('29463-7', 80, 'kg', { effectiveDateTime: '2024-01-01' })
    expect(readBundle(bundle(old, recent)).inputs.weightKg).toBe(80)
    expect(readBundle(bundle(recent, old)).inputs.weightKg).toBe(80)
  })
  it('passes over what it does not know and what was entered in error', () => {
    const error = observation('29463-7', 80, 'kg', { status: 'entered-in-error' })
    expect(readBundle(bundle(error, observation('8867-4', 60, '/min')))).toMatchObject({
      inputs: {},
      ignored: ['entry.0.resource', 'entry.1.resource'],
    })
  })
  it.each([
    [
      'a unit of another dimension',
      bundle(observation('29463-7', 80, 'cm')),
      'entry.0.resource.valueQuantity.code',
    ],
    ['no number', bundle(observation('29463-7', Number.NaN, 'kg')), 'weight_kg'],
    ['no bundle', { resourceType: 'Patient' }, 'resourceType'],
    ['null', null, 'resourceType'],
    ['two people', bundle(patient, patient), 'entry.1.resource'],
  ])('refuses %s, naming the field', (_name, body, field) => {
    const read = () => readBundle(body)
    expect(read).toThrow(Refusal)
    expect(read).toThrow(expect.objectContaining({ details: expect.objectContaining({ field }) }))
  })
})
