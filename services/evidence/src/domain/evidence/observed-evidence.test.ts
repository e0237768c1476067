import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../refusal.ts'
import { checkEvidence, contentForm, readTimestamp, toEvidenceItem } from './observed-evidence.ts'

const whole = {
  type: 'spectral_match',
  value: 0.9,
  uncertainty: 0.05,
  timestamp: '2026-01-31T12:00:00Z',
  source: 'MassBank',
  metadata: { b: 1, a: { d: 2, c: 3 } },
}

describe('checkEvidence', () => {
  it('fills in the documented defaults', () => {
    expect(checkEvidence({ type: 'pathway_membership', value: 1 }, '')).toEqual({
      type: 'pathway_membership',
      value: 1,
      uncertainty: 0.1,
      observedAtMs: undefined,
      source: 'unknown',
      metadata: {},
    })
  })

  it.each([
    ['value', 1.01],
    ['value', Number.NaN],
    ['value', '0.5'],
    ['uncertainty', -0.1],
    ['type', ''],
    ['type', undefined],
    ['type', 'no spaces'],
    ['type', 'a'.repeat(65)],
    ['timestamp', 'yesterday'],
    ['timestamp', '2026-13-01T00:00:00Z'],
    ['timestamp', '2026-02-31T00:00:00Z'],
    ['source', ''],
    ['source', 'a'.repeat(201)],
    ['metadata', []],
    ['metadata', { a: '\u0000' }],
    ['metadata', JSON.parse(`${'{"a":'.repeat(30)}1${'}'.repeat(30)}`)],
  ])('refuses %s = %j by its dotted path', (name, value) => {
    const check = () => checkEvidence({ ...whole, [name]: value }, 'evidence_list.3')
    expect(check).toThrow(Refusal)
    expect(check).toThrow(`evidence_list.3.${name}: `)
  })
})

describe('types', () => {
  it('have one spelling', () => {
    for (const type of ['Spectral-Match', 'SPECTRAL_MATCH', 'spectral-match'])
      expect(checkEvidence({ type, value: 1 }, '').type).toBe('spectral_match')
  })
})

describe('contentForm', () => {
  it('does not depend on the order of keys', () => {
    const reordered = { ...whole, metadata: { a: { c: 3, d: 2 }, b: 1 } }
    expect(contentForm(checkEvidence(reordered, ''))).toBe(contentForm(checkEvidence(whole, '')))
  })

  it('differs where any part differs', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (value) => {
        fc.pre(value !== whole.value)
        expect(contentForm(checkEvidence({ ...whole, value }, ''))).not.toBe(
          contentForm(checkEvidence(whole, '')),
        )
      }),
    )
  })
})

describe('readTimestamp', () => {
  it.each([
    ['2026-01-31T12:00:00Z', Date.UTC(2026, 0, 31, 12)],
    ['2026-01-31T12:00:00', Date.UTC(2026, 0, 31, 12)],
    ['2026-01-31T13:00:00+01:00', Date.UTC(2026, 0, 31, 12)],
    ['2026-01-31', Date.UTC(2026, 0, 31)],
  ])('%s', (text, ms) => expect(readTimestamp(text, 't')).toBe(ms))
})

describe('toEvidenceItem', () => {
  it('has the documented defaults', () => {
    const item = checkEvidence({ type: 'spectral_match', value: 0.5 }, '')
    expect(toEvidenceItem('e1', item, 1_000)).toEqual({
      id: 'e1',
      type: 'spectral_match',
      value: 0.5,
      uncertainty: 0.1,
      observedAtMs: 1_000,
      source: 'unknown',
      group: 'unknown',
    })
  })

  it('groups by study, then identifier, then source, and reads counts as quality', () => {
    const item = (metadata: object) => toEvidenceItem('1', checkEvidence({ ...whole, metadata }, ''), 0)
    expect(item({ study_id: 'S1', identifier: 'x' }).group).toBe('S1')
    expect(item({ identifier: 'x' }).group).toBe('x')
    expect(item({}).group).toBe('MassBank')
    expect(item({ matched_peaks: 10 }).quality).toBe(0.5)
    expect(item({})).not.toHaveProperty('quality')
  })
  it('names its observation within its run, and decoys', () => {
    const item = (metadata: object) => toEvidenceItem('1', checkEvidence({ ...whole, metadata }, ''), 0)
    expect(item({ observation_id: 7 }).observation).toBe('\u00007')
    expect(item({ observation_id: 'f7', run_id: 'r1' }).observation).toBe('r1\u0000f7')
    expect(item({ observation_id: 'f7', feature_group: 'g1', run_id: 'r1' }).observation).toBe('r1\u0000g1')
    expect(item({})).not.toHaveProperty('observation')
    expect(item({ decoy: 'true' }).decoy).toBe(true)
    expect(item({ decoy: false })).not.toHaveProperty('decoy')
  })
})
