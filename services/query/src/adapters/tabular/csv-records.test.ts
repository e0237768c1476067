import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CsvRecord, csvRecords } from './csv-records.ts'

const LIMIT = 1000
/** Reads a text in pieces of the given lengths, over and over. */
function read(text: string, lengths: readonly number[] = [text.length]): CsvRecord[] {
  const records = csvRecords(LIMIT)
  const out: CsvRecord[] = []
  for (let at = 0, i = 0; at < text.length; i++) {
    const length = Math.max(1, lengths[i % lengths.length] as number)
    out.push(...records(text.slice(at, at + length)))
    at += length
  }
  return [...out, ...records('', true)]
}
const cellsOf = (records: readonly CsvRecord[]) =>
  records.map((record) => ('cells' in record ? record.cells : record.problem))

const cell = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', 'a', ' ', 'é') }))
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 8 })
const pieces = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 })
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const written = (text: string) => (/[",\r\n]/.test(text) ? quoted(text) : text)

describe('CSV', () => {
  it('reads back what was written, however it is cut and whichever ends its lines have', () => {
    fc.assert(
      fc.property(table, pieces, fc.constantFrom('\n', '\r\n', '\r'), (rows, lengths, end) => {
        const text = rows.map((row) => row.map(written).join(',')).join(end)
        expect(cellsOf(read(text, lengths))).toEqual(rows)
      }),
      { numRuns: 500 },
    )
  })
  it('agrees with csv-parse on what csv-parse can read', () => {
    const odd = fc.string({
      unit: fc.constantFrom('"', '"', ',', '\n', 'a', 'b', '""', ',"', '",'),
      maxLength: 30,
    })
    fc.assert(
      fc.property(odd, (text) => {
        let expected: string[][]
        try {
          expected = parse(text, {
            relax_column_count: true,
            skip_empty_lines: true,
            record_delimiter: '\n',
          }) as string[][]
        } catch {
          return
        }
        // An empty cell in quotation marks alone on its line is no empty line to csv-parse.
        expect(cellsOf(read(text))).toEqual(expected.filter((row) => row.length > 1 || row[0] !== ''))
      }),
      { numRuns: 2000 },
    )
  })
  it('is the same however the text is cut, problems included', () => {
    const any = fc.string({
      unit: fc.constantFrom('"', ',', '\r', '\n', 'a', 'a', 'x'.repeat(200)),
      maxLength: 60,
    })
    fc.assert(
      fc.property(any, pieces, (text, lengths) => {
        const rowsIn = (records: CsvRecord[]) => cellsOf(records).filter((row) => typeof row !== 'string')
        const [whole, cut] = [read(text), read(text, lengths)]
        if (whole.every((record) => 'cells' in record)) expect(rowsIn(cut)).toEqual(rowsIn(whole))
      }),
      { numRuns: 1000 },
    )
  })
  it('goes on at the next line after a broken one', () => {
    expect(cellsOf(read('a"b,1\nc,2\n"d"e,3\nf,4\n'))).toEqual([
      'a quotation mark stands inside a cell that does not begin with one',
      ['c', '2'],
      'something follows a closing quotation mark',
      ['f', '4'],
    ])
    expect(cellsOf(read('a,"b\nc,2\nd,3'))).toEqual([
      'a quotation mark is opened and not closed',
      ['c', '2'],
      ['d', '3'],
    ])
  })
  it('passes over a line that is too long, once, and holds none of it', () => {
    for (const length of [1, 7, 500, 100_000]) {
      const text = `a,1\nb,${'9'.repeat(5 * LIMIT)}\nc,3\nd,"${'9\n'.repeat(LIMIT)}`
      const [first, second, third, fourth, ...lines] = cellsOf(read(text, [length]))
      expect([first, second, third, fourth]).toEqual([
        ['a', '1'],
        expect.stringContaining('longer'),
        ['c', '3'],
        expect.stringMatching(/longer|not closed/),
      ])
      expect(lines).toEqual(Array(LIMIT - 1).fill(['9']))
    }
  })
})
