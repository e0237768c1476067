import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../refusal.ts'
import { lineReader, startOfFile } from './import-lines.ts'
import type { LineError } from './import-record.ts'
import { surveyor } from './survey.ts'
import { brief, GNPS_HEADER, GNPS_ROW, read, TRYPTOPHAN, tsv, withCells } from './table-examples.ts'

describe('what any table may bring', () => {
  it('finds the layout whatever the order, case and number of columns, with CRLF, quotes and semicolons', () => {
    const pairs = GNPS_HEADER.map((name, i) => [name, String(GNPS_ROW[i])] as const)
    fc.assert(
      fc.property(
        fc.shuffledSubarray(pairs, { minLength: pairs.length }),
        fc.constantFrom('\t', ',', ';'),
        fc.boolean(),
        fc.boolean(),
        (shuffled, delimiter, upper, quoted) => {
          const write = (cells: readonly string[]) =>
            `${cells.map((cell) => (quoted || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter)}\r`
          const header = ['extra', ...shuffled.map(([name]) => (upper ? name.toUpperCase() : name))]
          const items = brief([write(header), write(['x', ...shuffled.map(([, cell]) => cell)])])
          expect(items.map(([molecule, observation]) => [molecule, observation])).toEqual([
            [`inchikey:${TRYPTOPHAN}`, '58'],
            [`inchikey:${TRYPTOPHAN}`, '58'],
          ])
        },
      ),
    )
  })

  it('goes on from its state after any line', () => {
    const lines = [
      ...tsv(
        GNPS_HEADER,
        GNPS_ROW,
        withCells(GNPS_ROW, GNPS_HEADER, { MQScore: 7 }),
        withCells(GNPS_ROW, GNPS_HEADER, { '#Scan#': 60, MZErrorPPM: 400 }),
      ),
    ]
    const whole = read(lines)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: lines.length }), (at) => {
        const errors: LineError[] = []
        const first = lineReader('table', { ...startOfFile, survey: whole.survey }, (error) =>
          errors.push(error),
        )
        const before = lines.slice(0, at).flatMap((line) => first.read(line))
        const second = lineReader('table', JSON.parse(JSON.stringify(first.state())), (error) =>
          errors.push(error),
        )
        const after = lines.slice(at).flatMap((line) => second.read(line))
        expect({ items: [...before, ...after], errors, notes: second.state().notes }).toEqual({
          items: whole.items,
          errors: whole.errors,
          notes: whole.state.notes,
        })
      }),
    )
  })

  it('refuses what is not text and what nobody knows, with a sentence', () => {
    expect(() => read(['PK\u0003\u0004\0\0'])).toThrow(/is not text/)
    expect(() => read(['a\tb', '1\t2'])).toThrow(/layout that is not known/)
    expect(() => read(Array.from({ length: 200 }, () => 'a,b'))).toThrow(Refusal)
    expect(() => read(['', ' '])).toThrow(/no lines/)
  })

  it('survives hostile tables', () => {
    const wide = [...GNPS_HEADER, ...Array.from({ length: 50_000 }, (_, i) => `c${i}`)]
    expect(
      read(tsv(wide, [...GNPS_ROW, ...wide.slice(GNPS_HEADER.length).map(() => 'x')])).items,
    ).toHaveLength(2)
    const huge = withCells(GNPS_ROW, GNPS_HEADER, {
      Compound_Name: 'n'.repeat(500_000),
      InChIKey: '',
      Smiles: '',
      SpectrumID: '',
    })
    const [item] = read(tsv(GNPS_HEADER, huge)).items
    expect(item!.moleculeId.length).toBeLessThanOrEqual(100)
    expect(JSON.stringify(item!.item.metadata).length).toBeLessThan(2000)
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { maxLength: 20 }), (cells) => {
        const lines = [GNPS_HEADER.join('\t'), cells.join('\t').replaceAll('\n', ' ')]
        expect(() => read(lines)).not.toThrow()
      }),
    )
  })

  it('stops its first pass when it has seen enough', () => {
    const pass = surveyor({})
    pass.line(GNPS_HEADER.join('\t'))
    for (let i = 0; i < 6000; i += 1) pass.line(GNPS_ROW.join('\t'))
    expect(pass.done()).toBe(true)
    expect(pass.end()).toMatchObject({ format: 'table', layout: 'gnps_library_hits' })
  })
})
