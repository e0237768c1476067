import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../refusal.ts'
import type { ImportFormat } from './import-format.ts'
import { lineReader, splitCsv, startOfFile } from './import-lines.ts'
import type { LineError } from './import-record.ts'

function readAll(format: ImportFormat, lines: readonly string[]) {
  const errors: LineError[] = []
  const reader = lineReader(format, startOfFile, (error) => errors.push(error))
  return { items: lines.flatMap((line) => reader.read(line)), errors }
}

const MZTAB = [
  'COM\tan example',
  'MTD\tmzTab-version\t2.0.0-M',
  'MTD\tid_confidence_measure[1]\t[MS, MS:1002890, fragmentation score, ]',
  'SEH\tSME_ID\tevidence_input_id\tdatabase_identifier\tchemical_name\tidentification_method\texp_mass_to_charge\ttheoretical_mass_to_charge\tid_confidence_measure[1]\trank',
  'SME\t1\tms_run[1]:scan=7\tCHEBI:15365\taspirin\t[, , my search engine, ]\t181.0495\t181.0495\t0.92\t1',
  'SME\t2\tms_run[1]:scan=7\tnull\tnull\tnull\t181.0495\t181.0601\t0.4\t2',
  'SME\t3\tms_run[1]:scan=8\tHMDB00122\tnull\tnull\tnull\tnull\t87.3\t1',
]

describe('lineReader', () => {
  it('reads NDJSON, keeps good lines and reports bad ones with their number', () => {
    const { items, errors } = readAll('ndjson', [
      '{"molecule_id":"chebi:15365","type":"spectral_match","value":0.9}',
      '',
      '{"molecule_id":"chebi:15365","type":"spectral_match","value":2}',
      '{broken',
      '{"type":"spectral_match","value":0.5}',
    ])
    expect(items).toHaveLength(1)
    expect(items[0]!.moleculeId).toBe('CHEBI:15365')
    expect(errors).toEqual([
      { line: 3, field: 'value', issue: 'must be a number from 0 to 1' },
      { line: 4, field: '', issue: 'is not JSON' },
      { line: 5, field: 'molecule_id', issue: 'must be text' },
    ])
  })

  it('reads CSV; other columns become metadata', () => {
    const { items, errors } = readAll('csv', [
      '\ufeffmolecule_id,type,value,source,matched_peaks,metadata.note\r',
      'MOL_1,spectral_match,0.8,"a, ""b""",12,fine\r',
      'MOL_1,spectral_match,high,x,,\r',
    ])
    expect(items.map(({ item }) => item)).toMatchObject([
      { value: 0.8, source: 'a, "b"', metadata: { matched_peaks: 12, note: 'fine' } },
    ])
    expect(errors).toEqual([{ line: 3, field: 'value', issue: 'must be a number from 0 to 1' }])
  })

  it('drops columns of people from CSV and keeps long ids as text', () => {
    const { items } = readAll('csv', [
      'molecule_id,type,value,PI,observation_id',
      'M,t,0.5,A Person,664799890879222072',
    ])
    expect(items[0]!.item.metadata).toEqual({ observation_id: '664799890879222072' })
  })

  it('refuses a CSV whose header names no value', () => {
    expect(() => readAll('csv', ['molecule,score'])).toThrow(Refusal)
  })

  it('reads the evidence section of mzTab-M', () => {
    const { items, errors } = readAll('mztab', MZTAB)
    expect(items.map(({ moleculeId, item }) => [moleculeId, item.type, item.value])).toEqual([
      ['CHEBI:15365', 'spectral_match', 0.92],
      ['CHEBI:15365', 'mass_accuracy', 1],
    ])
    expect(items[0]!.item).toMatchObject({
      source: 'my search engine',
      metadata: { observation_id: 'ms_run[1]:scan=7', score: 'fragmentation score', rank: 1 },
    })
    expect(errors.map(({ line, field }) => [line, field])).toEqual([
      [6, 'database_identifier'],
      [7, 'id_confidence_measure[1]'],
    ])
  })

  it.each([['ndjson'], ['csv'], ['mztab']] as const)(
    'goes on from its state after any line of %s',
    (format) => {
      const lines = {
        ndjson: ['{"molecule_id":"a","type":"t","value":0}', 'x', '{"molecule_id":"b","type":"t","value":1}'],
        csv: ['molecule_id,type,value,extra', 'a,t,0,1', 'b,t,x,', 'c,t,1,2'],
        mztab: MZTAB,
      }[format]
      const whole = readAll(format, lines)
      fc.assert(
        fc.property(fc.integer({ min: 0, max: lines.length }), (cut) => {
          const errors: LineError[] = []
          const first = lineReader(format, startOfFile, (error) => errors.push(error))
          const before = lines.slice(0, cut).flatMap((line) => first.read(line))
          const kept = JSON.parse(JSON.stringify(first.state()))
          const second = lineReader(format, kept, (error) => errors.push(error))
          const after = lines.slice(cut).flatMap((line) => second.read(line))
          expect({ items: [...before, ...after], errors }).toEqual(whole)
        }),
      )
    },
  )
})

describe('splitCsv', () => {
  it('reads back what RFC 4180 writes', () => {
    const cell = fc.string().filter((text) => !/[\r\n]/.test(text))
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
        const line = cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')
        expect(splitCsv(line)).toEqual(cells)
      }),
    )
  })

  it.each([
    ['ndjson', '{"molecule_id":"M","type":"t","value":0.5,"metadata":{"note":"a\\u0000b"}}'],
    ['ndjson', '{"molecule_id":"M","type":"t","value":0.5,"metadata":{"deep":[{"note":"\\ud800"}]}}'],
    ['ndjson', '{"molecule_id":"M","type":"t","value":0.5,"metadata":{"\\udc00":1}}'],
    ['ndjson', '{"molecule_id":"M\\ud800","type":"t","value":0.5}'],
    ['ndjson', '{"molecule_id":"M","type":"t","value":0.5,"source":"\\ud83d"}'],
    ['csv', 'M,t,0.5,a\u0000b'],
    ['csv', 'M,t,0.5,\ud800'],
  ] as const)('reports a line of %s that no database holds, and only it', (format, bad) => {
    const good = format === 'csv' ? 'M,t,0.5,good' : '{"molecule_id":"M","type":"t","value":0.5}'
    const header = format === 'csv' ? ['molecule_id,type,value,note'] : []
    const { items, errors } = readAll(format, [...header, good, bad, good])
    expect(items).toHaveLength(2)
    expect(errors).toEqual([
      { line: header.length + 2, field: expect.any(String), issue: expect.any(String) },
    ])
  })

  it('reports a header of mzTab-M that no database holds', () => {
    const { errors } = readAll('mztab', ['SEH\tSME_ID\ta\u0000b', 'MTD\tx\ty'])
    expect(errors).toEqual([{ line: 1, field: '', issue: 'must not contain the character NUL' }])
  })
})
