import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'

/** One line of `columns --json`. */
interface DocumentedColumn {
  readonly command: string
  readonly when: string
  readonly column: string
}

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Commands of every command line that print no result: servers and documents. */
const WITHOUT_SHEET = new Set(['serve', 'work', 'openapi', 'env-example'])

function run(main: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  return new Promise((done) => {
    execFile(process.execPath, [main, ...args], { env, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
}

/** Returns the tables of column names that each command prints. */
function documented(columns: readonly DocumentedColumn[]): Map<string, string[]> {
  const tables = new Map<string, Map<string, string[]>>()
  for (const { command, when, column } of columns) {
    const ofCommand = tables.get(command) ?? new Map<string, string[]>()
    tables.set(command, ofCommand.set(when, [...(ofCommand.get(when) ?? []), column]))
  }
  return new Map(
    [...tables].map(([name, byWhen]) => [name, [...byWhen.values()].map((all) => all.join('\t'))]),
  )
}

const commandsOf = (help: string): string[] =>
  [...help.matchAll(/^ {2}(\S+(?: \S+)*) {2}/gm)].map(([, name]) => name!)

/**
 * Runs commands one after the other with `--format tsv`. Checks that every command with a result is among them, that each
 * prints columns that are documented, and that each row has all of them. Returns the rows of each call by column name.
 */
export async function checkSheets(
  main: string,
  calls: readonly (readonly [command: string, ...args: string[]])[],
  env: NodeJS.ProcessEnv,
): Promise<Record<string, string>[][]> {
  const columns = (await run(main, ['columns', '--json'], env)).stdout.trim().split('\n')
  const tables = documented(columns.map((line) => JSON.parse(line) as DocumentedColumn))
  const listed = commandsOf((await run(main, ['--help'], env)).stdout)
  const withSheet = [...tables.keys()].sort()
  assert.deepEqual(withSheet, listed.filter((name) => !WITHOUT_SHEET.has(name)).sort())
  assert.deepEqual([...new Set(calls.map(([command]) => command))].sort(), withSheet)

  const answers: Record<string, string>[][] = []
  for (const [command, ...args] of calls) {
    const { code, stdout, stderr } = await run(main, [...command.split(' '), ...args, '--format', 'tsv'], env)
    assert.equal(code, 0, `${command}: ${stderr}`)
    const [header = '', ...lines] = stdout.split('\n')
    assert.ok(tables.get(command)?.includes(header), `${command}: ${header}`)
    assert.equal(lines.pop(), '', `${command} ends with a line break`)
    const names = header.split('\t')
    answers.push(
      lines.map((line) => {
        const cells = line.split('\t')
        assert.equal(cells.length, names.length, `${command}: ${line}`)
        return Object.fromEntries(names.map((name, i) => [name, cells[i]!]))
      }),
    )
  }
  return answers
}
