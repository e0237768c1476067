import { expect, test } from 'vitest'
import { UsageError } from './command.ts'
import { formatHelp, takeFormat } from './sheet-format.ts'

const command = { sheets: [{ row: 'one track', columns: { file: ['path'], tempo: ['tempo'] } }] } as const

test.each([
  ['a.wav --format tsv b.wav', 'tsv', 'a.wav b.wav'],
  ['--format=json', 'json', ''],
  ['--json', 'json', ''],
  ['--json --format json', 'json', ''],
  ['a.wav', undefined, 'a.wav'],
  ['-- --json', undefined, '-- --json'],
])('%j asks for %j', (argv, format, rest) => {
  const taken = takeFormat(command, argv.split(' '))
  expect(taken.format).toBe(format)
  expect(taken.argv.join(' ')).toBe(rest)
})

test.each([
  ['--format tvs', 'must be table, json or tsv, not "tvs". Did you mean "tsv"?'],
  ['--format csv', 'Did you mean "tsv"?'],
  ['--format tabel', 'Did you mean "table"?'],
  ['--format=', 'not ""'],
  ['--format', '--format must be table, json or tsv.'],
  ['--format xml', 'not "xml".'],
  ['--json --format tsv', 'Ask for one format, not for json and tsv.'],
])('%j is refused', (argv, message) => {
  expect(() => takeFormat(command, argv.split(' '))).toThrow(message)
})

test('the refusal names the option that was meant, and no format with a similar name', () => {
  const files = { ...command, formatHint: 'Name the format of the file with --input.' }
  const refusal = '--format must be table, json or tsv, not "csv". Name the format of the file with --input.'
  expect(() => takeFormat(files, ['--format', 'csv'])).toThrow(new UsageError(refusal))
})

test('a command without sheets keeps its arguments', () => {
  expect(takeFormat({}, ['--format', 'anything']).argv).toEqual(['--format', 'anything'])
  expect(formatHelp({})).toBe('')
})

test('the help lists formats and columns', () => {
  expect(formatHelp(command)).toContain('--format table|json|tsv')
  expect(formatHelp(command)).toContain('Columns, one track in each row (default table):\n  file, tempo\n')
})
