import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import Type from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigError, envExample, loadConfig, optionHelp } from './config.ts'
import { databaseOptions, serverOptions } from './options.ts'

const schema = Type.Object({
  halfLifeDays: Type.Number({ minimum: 0, default: 30, description: 'Half life' }),
  port: Type.Integer({ minimum: 0, maximum: 65535, default: 8000 }),
  verbose: Type.Boolean({ default: false }),
  mode: Type.Enum(['fast', 'exact'], { default: 'fast' }),
  origins: Type.Array(Type.String(), { default: [] }),
  token: Type.Optional(Type.String({ minLength: 8, secret: true, description: 'Secret' })),
  owner: Type.Optional(Type.String()),
  configPath: Type.Optional(Type.String()),
})

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'config-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const load = (argv: string[], env: Record<string, string> = {}) => loadConfig(schema, { argv, env })
const fileWith = (text: string) => {
  const path = join(folder, 'config.json')
  writeFileSync(path, text)
  return path
}
const problemsOf = (argv: string[], env: Record<string, string> = {}): readonly string[] => {
  try {
    load(argv, env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

test('law: flags win over environment, environment over file, file over default', () => {
  const port = fc.option(fc.integer({ min: 0, max: 65535 }), { nil: undefined })
  fc.assert(
    fc.property(port, port, port, (flag, variable, inFile) => {
      const path = fileWith(JSON.stringify(inFile === undefined ? {} : { port: inFile }))
      const argv = ['--config-path', path, ...(flag === undefined ? [] : ['--port', String(flag)])]
      const { config } = load(argv, variable === undefined ? {} : { PORT: String(variable) })
      expect(config.port).toBe(flag ?? variable ?? inFile ?? 8000)
    }),
    { numRuns: 50 },
  )
})

test('law: a number reads the same from flag, environment and file', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (days) => {
      const expected = days + 0
      expect(load(['--half-life-days', String(days)]).config.halfLifeDays).toBe(expected)
      expect(load([], { HALF_LIFE_DAYS: String(days) }).config.halfLifeDays).toBe(expected)
      const path = fileWith(JSON.stringify({ halfLifeDays: days }))
      expect(load([], { CONFIG_PATH: path }).config.halfLifeDays).toBe(expected)
    }),
    { numRuns: 50 },
  )
})

test('with no source at all the defaults hold and optional settings are absent', () => {
  expect(load([]).config).toEqual({ halfLifeDays: 30, port: 8000, verbose: false, mode: 'fast', origins: [] })
})

test('an empty variable counts as not set', () => {
  expect(load([], { PORT: '', OWNER: '' }).config).toMatchObject({ port: 8000 })
})

test.each([
  [['--verbose'], true],
  [['--verbose=false'], false],
  [['--no-verbose'], false],
  [['--verbose=Yes'], true],
])('%j is %s', (argv, expected) => expect(load(argv, { VERBOSE: 'true' }).config.verbose).toBe(expected))

test('lists are separated by commas; positional words are handed on in order', () => {
  const { config, positionals } = load(['create', '--origins', 'a, b,,c', 'alice'])
  expect(config.origins).toEqual(['a', 'b', 'c'])
  expect(positionals).toEqual(['create', 'alice'])
})

test('every problem is told at once, with where it came from', () => {
  const path = fileWith('{"halfLifeDays": -1, "colour": "red"}')
  const problems = problemsOf(['--port', '70000', '--shiny', '--config-path', path], {
    MODE: 'slow',
    VERBOSE: 'perhaps',
  })
  expect(problems).toEqual([
    '--shiny: is not an option of this command; --help lists them',
    'configuration file: "colour" is not an option',
    'configuration file, halfLifeDays: must be >= 0, got -1',
    '--port: must be <= 65535, got 70000',
    'VERBOSE: must be boolean, got "perhaps"',
    'MODE: must be equal to one of the allowed values: fast, exact, got "slow"',
  ])
})

test('a flag without its value does not swallow the next flag', () => {
  expect(problemsOf(['--owner', '--port', '80'])).toEqual(['--owner: needs a value, for example --owner …'])
  expect(problemsOf(['--owner', '--port=80'])).toHaveLength(1)
  expect(problemsOf(['--port'])).toEqual(['--port: needs a value, for example --port 8000'])
  expect(load(['--owner', '-1']).config.owner).toBe('-1')
})

test('a required setting is named with its variable, flag and description', () => {
  const required = Type.Object({ apiUrl: Type.String({ description: 'Where the API is' }) })
  expect(() => loadConfig(required, { argv: [], env: {} })).toThrow(
    'API_URL: is required (--api-url); Where the API is',
  )
})

test('law: a secret never appears in a problem, whatever source it came from', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{4,7}$/), (letters) => {
      const secret = `§${letters.slice(0, 6)}` // too short for the schema
      const path = fileWith(`{"token": "${secret}"}`)
      for (const [argv, env] of [
        [['--token', secret], {}],
        [[], { TOKEN: secret }],
        [['--config-path', path], {}],
      ] as const) {
        const problems = problemsOf([...argv], env)
        expect(problems).toHaveLength(1)
        expect(problems.join()).not.toContain(secret)
        expect(problems.join()).toContain('(hidden)')
      }
    }),
    { numRuns: 20 },
  )
})

test('a broken file is told without quoting it', () => {
  const path = fileWith('{"token": hunter22}')
  expect(problemsOf(['--config-path', path]).join()).not.toContain('hunter22')
  expect(problemsOf(['--config-path', path])[0]).toMatch(/is not JSON/)
  expect(problemsOf(['--config-path', fileWith('[1]')])[0]).toMatch(/must contain one JSON object/)
  expect(problemsOf(['--config-path', join(folder, 'absent.json')])[0]).toMatch(
    /cannot be read; check the path/,
  )
})

test('the example environment file names every setting once, at its default, and no secret', () => {
  const all = Type.Object({ ...serverOptions, ...databaseOptions })
  const text = envExample(all, 'Title')
  const variables = [...text.matchAll(/^# ([A-Z_]+)=(.*)$/gm)]
  expect(variables.map(([, name]) => name)).toEqual(
    Object.keys(all.properties).map((name) => name.replace(/[A-Z]/g, (c) => `_${c}`).toUpperCase()),
  )
  const env = Object.fromEntries(variables.map(([, name, value]) => [name, value]))
  expect(loadConfig(all, { argv: [], env }).config).toEqual(loadConfig(all, { argv: [], env: {} }).config)
  expect(env.DATABASE_URL).toBe('')
})

test('help has one line for each option', () => {
  expect(optionHelp(schema).split('\n')).toHaveLength(Object.keys(schema.properties).length)
  expect(optionHelp(schema)).toContain('--half-life-days')
  expect(optionHelp(schema)).toContain('Half life (default 30)')
})

test('a secret may be in a file; both forms, an empty and a missing file are problems', () => {
  const path = join(folder, 'token')
  writeFileSync(path, 'correct horse\n')
  expect(load([], { TOKEN_FILE: path }).config.token).toBe('correct horse')
  expect(load(['--token', 'from a flag'], { TOKEN_FILE: path }).config.token).toBe('from a flag')
  expect(problemsOf([], { TOKEN_FILE: path, TOKEN: 'battery staple' })).toEqual([
    'TOKEN and TOKEN_FILE are both set; keep one of them',
  ])
  writeFileSync(path, 'short')
  expect(problemsOf([], { TOKEN_FILE: path }).join()).not.toContain('short"')
  writeFileSync(path, '\n')
  expect(problemsOf([], { TOKEN_FILE: path })).toEqual([`TOKEN_FILE: the file ${path} is empty`])
  expect(problemsOf([], { TOKEN_FILE: '/nowhere' })).toEqual(['TOKEN_FILE: the file /nowhere cannot be read'])
  // Only secrets: a file for anything else would be a surprise.
  expect(load([], { OWNER_FILE: path }).config.owner).toBeUndefined()
})
