import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvFormat } from '../src/adapters/tabular/csv.ts'
import { ndjsonFormat } from '../src/adapters/tabular/ndjson.ts'
import { xlsxFormat } from '../src/adapters/tabular/xlsx.ts'
import { Refusal } from '../src/domain/refusal.ts'
import { batchSummary } from '../src/operations/run-batch.ts'
import { readTableOptions } from '../src/operations/table-options.ts'
import { surveyTablesCsv } from '../src/wire/batch.present.ts'
import { surveyReport } from '../src/wire/survey-report.present.ts'
import { refusalOf, rowsOf, runOf, summaryOf } from './tables.ts'
import { workbook, zip } from './workbook.ts'

const HEADER = ['name', 'sex', 'age_days', 'weight_kg', 'height_cm', 'oedema']
const CHILDREN = [
  ['Zoé', 'f', '683', '10.4', '84.8', 'no'],
  ['Jürgen', 'm', '400', '9.1', '75.2', 'no'],
  ['Åsa', 'f', '1200', '9.9', '86.5', 'yes'],
]
const text = (delimiter: string, comma = false) =>
  [HEADER, ...CHILDREN]
    .map((cells) =>
      cells.map((cell) => (comma && /^\d+\.\d+$/.test(cell) ? cell.replace('.', ',') : cell)).join(delimiter),
    )
    .join('\n')
const utf16 = (words: string, isBig: boolean) => {
  const bytes = Buffer.from(words, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

describe('a table of the field', async () => {
  const plain = await summaryOf(text(','))
  const same = async (file: string | Uint8Array, about: object) => {
    const { table, ...summary } = await summaryOf(file)
    const { table: _table, ...expected } = plain
    expect(summary).toEqual(expected)
    expect(table).toMatchObject(about)
  }
  it.each([
    ['semicolons and decimal commas', text(';', true), { delimiter: ';', decimalComma: true }],
    ['tabs', text('\t'), { delimiter: 'tab' }],
    ['bars', text('|'), { delimiter: '|' }],
    ['a line that names the delimiter', `sep=;\n${text(';', true)}`, { delimiter: ';' }],
    [
      'upper-case headers',
      text(',').replace(HEADER.join(','), HEADER.join(',').toUpperCase()),
      { encoding: 'utf-8' },
    ],
    ['UTF-8 with a mark', `\ufeff${text(',')}`, { encoding: 'utf-8' }],
    [
      'UTF-16, little end first, with a mark',
      utf16(`\ufeff${text(';', true)}`, false),
      { encoding: 'utf-16le' },
    ],
    ['UTF-16, big end first, with a mark', utf16(`\ufeff${text('\t')}`, true), { encoding: 'utf-16be' }],
    ['UTF-16 without a mark', utf16(text(','), false), { encoding: 'utf-16le' }],
    ['Windows-1252', Buffer.from(text(','), 'latin1'), { encoding: 'windows-1252' }],
  ])('with %s is read like a plain one', async (_name, file, about) => {
    await same(file, about)
  })
  it('keeps its letters and its delimiter', async () => {
    const out = await rowsOf(Buffer.from(text(';', true), 'latin1'))
    expect(out).toContain('Jürgen;m;400;"9,1";"75,2";no;')
    expect(out.split('\n')[1]).toMatch(/^Zoé;f;683;"10,4";"84,8";no;"-0,5\d+";/)
    expect(await rowsOf(out)).toContain('Jürgen')
  })
  it('is read the same however it is cut into pieces', async () => {
    const file = Buffer.from(text(';', true))
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), async (size) => {
        const pieces: Buffer[] = []
        for (let at = 0; at < file.length; at += size) pieces.push(file.subarray(at, at + size))
        const { tables } = await batchSummary(runOf(csvFormat, {}), Readable.from(pieces))
        expect(tables).toEqual(plain.tables)
      }),
      { numRuns: 15 },
    )
  })
  it('names the columns that were not read, and what they may have meant', async () => {
    const { table } = await summaryOf('id,sex,age_days,weight_kg,height_cm,colour\n1,m,400,9,75,red\n')
    expect(table).toMatchObject({ unread: ['id', 'colour'], read: { weight_kg: 'weight_kg' } })
  })
  it('is refused when no row can be scored, with what was found and the nearest names', async () => {
    const file = 'sex,age_days,wieght,hieght\nm,400,9,75\nf,500,9,76\n'
    for (const work of [summaryOf(file), rowsOf(file)]) {
      const { message, details } = await refusalOf(work)
      expect(message).toContain('No row of the table can be scored')
      expect(details).toMatchObject({
        field: 'table',
        issue: expect.stringContaining('weight_kg'),
        provided: { rows: 2, columns_not_read: ['wieght', 'hieght'] },
        nearest: {
          wieght: expect.arrayContaining(['weight_kg']),
          hieght: expect.arrayContaining(['height_cm']),
        },
      })
    }
  })
  it('is read with a map', async () => {
    const file = 'g;alter;kg1;cm1;punkt\n2;400;9,1;75,2;7\n1;500;9,9;78;8\n'
    const { table, ...summary } = await summaryOf(file, {
      map: ['g=sex', 'alter=age_days', 'kg1=weight_kg', 'cm1=height_cm', 'punkt=cluster'],
      sexCodes: '1=male,2=female',
    })
    expect(summary).toMatchObject({ boys: 1, girls: 1, analysed: 2, design: { clusters: 2 } })
    expect(table.read).toMatchObject({ g: 'sex', punkt: 'cluster' })
    const unknown = await refusalOf(summaryOf(file, { map: ['kg1=wieght'] }))
    expect(unknown.details).toMatchObject({ field: 'map', nearest: expect.arrayContaining(['weight_kg']) })
    expect((await refusalOf(summaryOf(file, { map: ['kg9=weight_kg'] }))).details).toMatchObject({
      nearest: ['kg1'],
    })
    expect(() => readTableOptions({ map: ['kg1'] })).toThrow(Refusal)
  })
  it('treats a value that is refused as missing and counts the rest of the row', async () => {
    const summary = await summaryOf('sex,age_days,weight_kg,height_cm\nm,400,0,75\nf,500,9.9,78\n')
    expect(summary).toMatchObject({ rows: 2, refusedRows: 1, analysed: 2 })
    expect(summary.named.stunting!.of).toBe(2)
    expect(summary.named.underweight!.of).toBe(1)
  })
  it('may have birth dates without a day', async () => {
    const summary = await summaryOf(
      'sex,dob,visit_date,weight_kg,height_cm\nm,2024-03,2025-05-01,9,75\nf,2024,2025-05-01,9.9,78\n',
    )
    expect(summary).toMatchObject({ rows: 2, refusedRows: 1 })
    expect(summary.named.stunting!.of).toBe(1)
    expect(summary.named.wasting!.of).toBe(2)
  })
})

describe('layouts', () => {
  const dhs = [
    'HV001,HV005,HV022,HV024,HV025,HV270,HC1,HC2,HC3,HC15,HC27,HC61,HC70',
    '1,1250000,1,2,1,1,13,91,752,1,1,1,-120',
    '1,1250000,1,2,2,5,22,104,848,1,2,9,-7',
    '2,750000,1,3,2,3,14,9995,9994,0,2,2,9998',
  ].join('\n')
  it('of DHS: tenths, codes, missing values and weights', async () => {
    const summary = await summaryOf(dhs)
    expect(summary.table.layout).toBe('DHS household member recode')
    expect(summary.table.unread).toEqual(['HC70'])
    expect(summary).toMatchObject({
      analysed: 3,
      boys: 1,
      girls: 2,
      design: { clusters: 2, strata: 1, weights: true },
    })
    expect(summary.quality.missing).toMatchObject({ weight: 1, height: 1 })
    const all = summary.tables.find(({ group, index }) => group === 'All' && index === 'weight_for_age')!
    expect(all.nWeighted).toBeCloseTo(2.5, 10)
    const groups = new Set(summary.tables.map(({ group }) => group))
    for (const group of [
      'Area: urban',
      'Area: rural',
      'Region: 2',
      'Wealth quintile: Q5: Richest',
      'Mother education: 1',
    ])
      expect(groups).toContain(group)
    expect(groups).not.toContain('Mother education: 9')
    const [first] = (await rowsOf(dhs)).split('\n').slice(1)
    const direct = await rowsOf('sex,age_months,weight_kg,height_cm,position\nm,13,9.1,75.2,lying\n')
    expect(first!.split(',').slice(13)).toEqual(direct.split('\n')[1]!.split(',').slice(5))
  })
  it('of ENA for SMART: days first, MUAC in mm', async () => {
    const file =
      'SURVDATE,CLUSTER,TEAM,ID,HH,SEX,BIRTHDAT,MONTHS,WEIGHT,HEIGHT,EDEMA,MUAC\n03/04/2025,1,1,1,1,m,02/03/2024,,9.1,75.2,n,141\n03/04/2025,2,1,2,1,f,,22,10.4,84.8,y,118\n'
    const summary = await summaryOf(file)
    expect(summary.table.layout).toBe('ENA for SMART')
    expect(summary.table.unread).toEqual(['TEAM', 'ID', 'HH'])
    expect(summary).toMatchObject({
      analysed: 2,
      refusedRows: 0,
      quality: { oedema: 1 },
      design: { clusters: 2 },
    })
    const [, first] = (await rowsOf(file)).split('\n')
    const direct = await rowsOf(
      'sex,birth_date,measurement_date,weight_kg,height_cm\nm,2024-03-02,2025-04-03,9.1,75.2\n',
    )
    expect(first!.split(',').slice(12)).toEqual(direct.split('\n')[1]!.split(',').slice(5))
  })
  it('of WHO Anthro: lenhei, l and h, sex codes; an age without a unit is refused', async () => {
    const file =
      'cluster,strata,sw,sex,agedays,weight,lenhei,measure,oedema,typeres,wealthq\n1,1,1.2,1,400,9.1,75.2,l,n,Urban,1\n2,1,0.8,2,800,10.9,84.1,h,n,Rural,2\n'
    const summary = await summaryOf(file)
    expect(summary.table).toMatchObject({ layout: 'WHO Anthro', unread: [] })
    expect(summary).toMatchObject({ boys: 1, girls: 1, design: { strata: 1, clusters: 2, weights: true } })
    const { details } = await refusalOf(summaryOf(file.replace('agedays', 'age')))
    expect(details).toMatchObject({ field: 'age', issue: expect.stringContaining('age=age_days') })
    expect(await summaryOf(file.replace('agedays', 'age'), { map: ['age=age_days'] })).toMatchObject({
      analysed: 2,
    })
  })
  it('of MICS: area, quintile, codes of missing values', async () => {
    const file =
      'HH1,HH6,HH7,HL4,CAGED,CAGE,AN8,AN11,AN12,windex5,chweight\n1,1,2,1,400,13,9.1,75.2,1,1,1.1\n2,2,3,2,683,22,99.3,999.3,2,5,0.9\n'
    const summary = await summaryOf(file)
    expect(summary.table.layout).toBe('MICS children under five')
    expect(summary).toMatchObject({ analysed: 2, quality: { missing: { weight: 1, height: 1 } } })
  })
  it('of MICS 4 and 5: oedema in AN5, which round 6 uses for a line number', async () => {
    const file =
      'HH1,HL4,CAGED,AN3,AN4,AN4A,AN5,chweight\n1,1,400,9.1,75.2,1,1,1.1\n2,2,683,10.4,80.3,1,2,0.9\n3,2,700,10.5,81,1,9,1\n'
    const summary = await summaryOf(file)
    expect(summary.table.layout).toBe('MICS children under five, rounds 4 and 5')
    expect(summary.quality.oedema).toBe(1)
    const later = file.replace('AN3,AN4,AN4A', 'AN8,AN11,AN12')
    expect((await summaryOf(later)).quality.oedema).toBe(0)
  })
  it('of WHO AnthroPlus: 5 to 19 years by months', async () => {
    const file = 'sex,agemons,weight,height,oedema\nm,61,16.8,108.9,n\nf,150.5,40,150,n\nm,227,70,177,n\n'
    expect(await summaryOf(file)).toMatchObject({ ages: '5_to_19', analysed: 3 })
  })
})

describe('a workbook', () => {
  const rows = [
    HEADER,
    ...CHILDREN.map((cells) => cells.map((cell) => (/^[\d.]+$/.test(cell) ? Number(cell) : cell))),
  ]
  it('is read like the same table as CSV, and goes out as CSV', async () => {
    const [book, plain] = [await summaryOf(workbook(rows), {}, xlsxFormat), await summaryOf(text(','))]
    expect(book.tables).toEqual(plain.tables)
    expect(await rowsOf(workbook(rows), {}, xlsxFormat)).toBe(await rowsOf(text(',')))
  })
  it('may have dates as numbers, empty cells, inline and rich texts', async () => {
    const born = 45_353 // 2 March 2024
    const book = workbook([
      ['sex', 'birth date', 'visit date', 'note', 'weight', 'height'],
      ['f', born, 45_750, null, 9.1, 75.2],
    ])
    const direct = await rowsOf(
      'sex,birth_date,measurement_date,note,weight,height\nf,2024-03-02,2025-04-03,,9.1,75.2\n',
    )
    expect((await rowsOf(book, {}, xlsxFormat)).split('\n')[1]).toBe(direct.split('\n')[1])
    const sheet =
      '<worksheet><sheetData><row><c t="inlineStr"><is><t>se</t><t>x</t></is></c><c t="str"><v>age_days</v></c><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>' +
      '<row><c t="inlineStr"><is><t>m</t></is></c><c><v>400</v></c><c><f>1+1</f><v>9.1</v></c><c r="D2"><v>75.2</v></c></row></sheetData></worksheet>'
    const shared =
      '<sst><si><r><t>weight_</t></r><r><t>kg</t></r></si><si><t>height_cm</t><rPh><t>no</t></rPh></si></sst>'
    const rich = zip([
      { name: 'xl/worksheets/sheet1.xml', content: sheet, stored: true },
      { name: 'xl/sharedStrings.xml', content: shared },
    ])
    expect(await summaryOf(rich, {}, xlsxFormat)).toMatchObject({
      analysed: 1,
      boys: 1,
      table: { unread: [] },
    })
  })
  it.each([
    ['no archive', Buffer.from('sex,age\n1,2\n'.repeat(10))],
    ['nothing in it', zip([])],
    [
      'a directory that points outside',
      (() => {
        const file = workbook(rows)
        file.writeUInt32LE(0xffffff, file.length - 6)
        return file
      })(),
    ],
    ['a part that is cut off', workbook(rows).fill(7, 200, 400)],
    [
      'a sheet that unpacks to 300 MB',
      zip([{ name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(300e6, 'a<b>'), claims: 10 }]),
    ],
    [
      'a cell without an end',
      zip([{ name: 'xl/worksheets/sheet1.xml', content: `<row><c><v>${'9'.repeat(5e6)}` }]),
    ],
    ['too many columns', workbook([Array.from({ length: 5001 }, (_, i) => `c${i}`)])],
  ])('is refused with %s', async (_name, file) => {
    const before = process.memoryUsage().rss
    const { code } = await refusalOf(summaryOf(file, {}, xlsxFormat))
    expect(code).toBe('VALIDATION_ERROR')
    expect(process.memoryUsage().rss - before).toBeLessThan(300e6)
  })
})

describe('NDJSON of a survey', () => {
  it('has its places and layouts too', async () => {
    const lines = [
      { HC1: 13, HC2: 91, HC3: 752, HC27: 1, HV001: 1, HV025: 2 },
      { HC1: 22, HC2: 104, HC3: 848, HC27: 2, HV001: 2, HV025: 1 },
    ]
    const summary = await summaryOf(lines.map((line) => JSON.stringify(line)).join('\n'), {}, ndjsonFormat)
    expect(summary).toMatchObject({
      boys: 1,
      girls: 1,
      design: { clusters: 2 },
      table: { layout: 'DHS household member recode' },
    })
    expect(summary.named.underweight!.of).toBe(2)
  })
})

describe('reports', async () => {
  const rows = Array.from({ length: 300 }, (_, i) =>
    [
      i % 2 ? 'm' : 'f',
      60 + ((i * 37) % 1700),
      1 + (i % 10),
      1 + (i % 2),
      i % 3 ? "<b>'urban'" : '=rural',
      4 + ((i * 31) % 110) / 10,
      55 + ((i * 53) % 480) / 10,
    ].join(','),
  )
  const summary = await summaryOf(
    `sex,age_days,cluster,strata,residence,weight_kg,height_cm\n${rows.join('\n')}\n`,
  )
  it('as CSV have every figure and run nothing in a spreadsheet', () => {
    const csv = surveyTablesCsv(summary)
    expect(csv.split('\n')[0]).toBe('group,index,statistic,n_weighted,n,estimate,se,low,high,sd')
    expect(csv.trim().split('\n')).toHaveLength(summary.tables.length + 1)
    expect(csv).not.toMatch(/^[=+@]/m)
  })
  it('as HTML stand alone: no script, nothing from elsewhere, all text escaped', () => {
    const page = surveyReport(summary, { title: 'A & B <script>alert(1)</script>', today: '2026-06-15' })
    expect(page).toContain('A &amp; B &lt;script&gt;')
    expect(page).not.toMatch(/<script|<img|<link|src=|href=|url\(|@import|javascript:/i)
    expect(page).not.toContain("<b>'urban'")
    expect(page).toContain('Area: &lt;b&gt;&#39;urban&#39;')
    expect(page.match(/<svg/g)).toHaveLength(10)
    for (const heading of [
      'Intended use',
      'Prevalence',
      'Data quality',
      'Tables',
      'References',
      'Columns not read',
    ])
      expect(page).toContain(heading)
    expect(page).not.toMatch(/NaN|undefined|Infinity/)
  })
  it('of nobody have no figure that is not a number', async () => {
    const empty = await summaryOf('sex,age_days,weight_kg,height_cm\n')
    expect(surveyReport(empty, { today: '2026-06-15' })).not.toMatch(/NaN|undefined|Infinity/)
  })
})
