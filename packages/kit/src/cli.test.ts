import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Command, runCli, UserError } from './cli.ts'
import { ConfigError } from './config.ts'

let out = ''
let err = ''
beforeEach(() => {
  out = ''
  err = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text)
    return true
  })
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += String(text)
    return true
  })
})
afterEach(() => vi.restoreAllMocks())

let received: readonly string[] = []
const command = (summary: string, run?: Command['run']): Command => ({
  summary,
  help: '[options]',
  run:
    run ??
    (async ({ argv }) => {
      received = argv
      return 0
    }),
})
const commands: Record<string, Command> = {
  serve: command('Answer', async () => undefined),
  users: command('Users'),
  'users create': command('Create a user'),
  fail: command('Fails', async () => {
    throw new UserError('The thing is missing; make it first.')
  }),
  misread: command('Wrong options', async () => {
    throw new ConfigError(['PORT: is required'])
  }),
  'group first': command('First of a group'),
  'group second': command('Second of a group'),
  unparsed: command('Parses no option', async ({ argv }) => {
    parseArgs({ args: [...argv], options: {} })
    return 0
  }),
  odd: command('Throws text', async () => {
    throw 'plain text'
  }),
}
const run = (...argv: string[]) => runCli('tool', '1.2.3', commands, argv, {})

test('no command is a wrong call: the overview and exit code 2', async () => {
  expect(await run()).toBe(2)
  expect(out).toContain('Usage: tool <command>')
})

test.each(['--help', '-h', 'help'])('%s lists every command and exits with 0', async (word) => {
  expect(await run(word)).toBe(0)
  for (const [name, { summary }] of Object.entries(commands)) {
    expect(out).toContain(name)
    expect(out).toContain(summary)
  }
})

test.each([['--version'], ['-v'], ['serve', '-v'], ['users', 'create', 'ada', '--version'], ['group', '-v']])(
  '%s %s prints the version alone',
  async (...words) => {
    expect(await run(...words)).toBe(0)
    expect(out).toBe('1.2.3\n')
  },
)

test.each(['nonsense', 'toString', '__proto__', '--port'])(
  '%s is not a command: exit code 2, on standard error',
  async (word) => {
    expect(await run(word)).toBe(2)
    expect(err).toContain(`"${word}" is not a command`)
    expect(out).toBe('')
  },
)

test('the longest command wins and the rest are its words', async () => {
  expect(await run('users', 'create', 'alice', '--role', 'admin')).toBe(0)
  expect(received).toEqual(['alice', '--role', 'admin'])
  expect(await run('users', 'remove')).toBe(0)
  expect(received).toEqual(['remove'])
})

test.each([
  ['fail', '--help'],
  ['fail', '-h'],
  ['help', 'fail'],
])('%s %s prints the usage of fail and does not run it', async (...words) => {
  expect(await run(...words)).toBe(0)
  expect(out).toBe('Usage: tool fail [options]\n')
})

test('a word after -- is no flag', async () => {
  expect(await run('users', '--', '-h')).toBe(0)
  expect(received).toEqual(['--', '-h'])
})

test.each([
  [['srve'], 'serve'],
  [['Serve', '--port', '80'], 'serve'],
  [['users-create'], 'users create'],
  [['group', 'frist', 'x'], 'group first'],
  [['gruop', 'second'], 'group second'],
  [['--hlep'], '--help'],
] as const)('%s is answered with the nearest command: %s', async (words, meant) => {
  expect(await run(...words)).toBe(2)
  expect(err).toContain(`Did you mean "tool ${meant}"?`)
  expect(err.split('\n')).toHaveLength(3)
})

test('a word that only begins commands lists them; a wrong second word is a wrong call', async () => {
  expect(await run('group', '--help')).toBe(0)
  expect(await run('group')).toBe(2)
  for (const text of out.split('Usage: tool group <command>').slice(1)) {
    expect(text).toContain('group first')
    expect(text).not.toContain('serve')
  }
  expect(await run('group', 'nonsense')).toBe(2)
  expect(err).toContain('"group nonsense" is not a command')
})

test('a server command lives on: no exit code', async () => expect(await run('serve')).toBeUndefined())

test('a failure is one sentence on standard error and exit code 1', async () => {
  expect(await run('fail')).toBe(1)
  expect(err).toBe('tool fail: The thing is missing; make it first.\n')
  expect(await run('odd')).toBe(1)
  expect(err).toContain('plain text')
})

test('a wrong configuration is exit code 2 and points to the help', async () => {
  expect(await run('misread')).toBe(2)
  expect(err).toContain('PORT: is required')
  expect(err).toContain('tool misread --help')
})

test('an option that the parser refuses is exit code 2 and points to the help', async () => {
  expect(await run('unparsed', '--prot')).toBe(2)
  expect(err).toContain('tool unparsed --help')
})

test('a reader that has seen enough ends the command without a failure', () => {
  const program = [
    `import { runCli } from ${JSON.stringify(new URL('./cli.ts', import.meta.url).href)};`,
    "const run = async () => { for (let i = 0; i < 1e5; i++) { process.stdout.write('line ' + i + String.fromCharCode(10));",
    'if (i % 1000 === 0) await new Promise(setImmediate) } return 0 };',
    "process.exitCode = await runCli('x', '1', { talk: { summary: '', help: '', run } }, ['talk'], {})",
  ].join(' ')
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['-o', 'pipefail', '-c', '"$0" --input-type=module -e "$1" | head -1', process.execPath, program],
    { encoding: 'utf8' },
  )
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'line 0\n', stderr: '' })
})
