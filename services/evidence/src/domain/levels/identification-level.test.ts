import { describe, expect, it } from 'vitest'
import { identificationLevel, type LevelItem, levelsOfObservation } from './identification-level.ts'

const item = (type: string, also: Partial<LevelItem> = {}): LevelItem => ({
  type,
  supports: true,
  referenceStandard: false,
  ...also,
})
const standard = { referenceStandard: true }

/** Golden cases: Figure 1 of Schymanski et al. (2014) and section 3.2.4 of Sumner et al. (2007). */
describe('identification levels', () => {
  it.each([
    [
      'spectrum and retention of a standard',
      [item('spectral_match', standard), item('retention_time', standard)],
      '1',
      '1',
    ],
    [
      'a standard, spectrum and retention',
      [item('reference_standard'), item('spectral_match'), item('retention_time')],
      '1',
      '1',
    ],
    ['spectrum of a standard without retention', [item('spectral_match', standard)], '2a', '2'],
    [
      'retention of a library, not of a standard',
      [item('spectral_match'), item('retention_time')],
      '2a',
      '2',
    ],
    ['library spectrum', [item('spectral_match'), item('mass_accuracy')], '2a', '2'],
    ['diagnostic fragments', [item('diagnostic_fragment'), item('mass_accuracy')], '2b', '2'],
    ['in-silico spectrum', [item('insilico_match'), item('formula_probability')], '3', '3'],
    ['fingerprint', [item('structure_confidence')], '3', '3'],
    ['class', [item('class_probability')], '3', '3'],
    ['formula', [item('formula_probability'), item('mass_accuracy')], '4', '4'],
    ['isotope pattern', [item('isotope_pattern')], '4', '4'],
    ['exact mass', [item('mass_accuracy')], '5', '4'],
    [
      'library spectrum that does not match',
      [item('spectral_match', { supports: false }), item('mass_accuracy')],
      '5',
      '4',
    ],
    ['peptide', [item('identification_probability')], null, null],
    ['biology only', [item('pathway_membership')], null, null],
  ] as const)('%s', (_, items, schymanski, msi) => {
    const found = identificationLevel(items)
    expect(found).toMatchObject({ schymanski, msi })
    expect(found.reason).toMatch(/^[A-Z].*\.$/)
  })

  it('says that proteomics has no levels', () => {
    expect(identificationLevel([item('identification_probability')]).reason).toContain('small molecules')
  })

  it('is tentative while two candidates have the same kind of evidence', () => {
    const items = [item('spectral_match')]
    const levels = (a: number, b: number) =>
      levelsOfObservation([
        { items, probability: a },
        { items, probability: b },
      ]).map(({ schymanski }) => schymanski)
    expect(levels(0.45, 0.4)).toEqual(['3', '3'])
    // The clear winner keeps its level; the other one has a better rival.
    expect(levels(0.9, 0.05)).toEqual(['2a', '3'])
    expect(
      levelsOfObservation([
        { items, probability: 0.5 },
        { items: [item('insilico_match')], probability: 0.4 },
      ])[0]!.schymanski,
    ).toBe('2a')
  })
})
