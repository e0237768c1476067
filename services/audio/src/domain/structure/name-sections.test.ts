import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ComparableSection, nameSections } from './name-sections.ts'

type Label = ComparableSection['label']

/** Sections by label and sound: a number, from which 1 is clearly another. */
const named = (...sections: readonly (readonly [Label, number])[]): string[] =>
  nameSections(
    sections.map(([label, sound]) => ({
      label,
      differs: (other) => Math.abs(sound - sections[other]![1]),
    })),
  )

describe('nameSections', () => {
  it('names sections that sound alike with the same letter, and counts', () => {
    expect(
      named(['intro', 0], ['main', 5], ['main', 8], ['main', 5.2], ['main', 8.3], ['main', 12], ['outro', 0]),
    ).toEqual(['intro', 'A 1', 'B 1', 'A 2', 'B 2', 'C 1', 'outro'])
  })

  it('numbers builds, drops and breaks', () => {
    expect(named(['main', 0], ['build', 1], ['drop', 2], ['break', 0], ['build', 1], ['drop', 2])).toEqual([
      'A 1',
      'build 1',
      'drop 1',
      'break 1',
      'build 2',
      'drop 2',
    ])
  })

  it('gives no two sections the same name, however many', () => {
    const any = fc.tuple(
      fc.constantFrom<Label>('build', 'drop', 'break', 'main'),
      fc.double({ min: 0, max: 60, noNaN: true }),
    )
    fc.assert(
      fc.property(fc.array(any, { maxLength: 60 }), (sections) => {
        const names = named(...sections)
        expect(new Set(names).size).toBe(sections.length)
      }),
    )
  })
})
