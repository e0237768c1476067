import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const run = (after: string) =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { createLogger } from ${JSON.stringify(new URL('./logger.ts', import.meta.url).href)}
       const logger = await createLogger('sample', 'info')
       logger.debug('too fine')
       for (let i = 0; i < 500; i++) logger.info({ i }, 'line')
       ${after}`,
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  )

test.each(['', 'process.exit(0)'])('every line is written whole, however the process ends: "%s"', (after) => {
  const lines = run(after)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const numbers = lines.map(({ i }) => i)
  // At an exit the last lines are written at once, and may pass those that are on their way.
  expect(after === '' ? numbers : numbers.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 500 }, (_, i) => i),
  )
  expect(lines[0]).toMatchObject({ service: 'sample', msg: 'line', level: 30 })
  expect(new Date(lines[0].time).getTime()).not.toBeNaN()
})

test('an error is shown without the database connection that hangs on it', () => {
  const error = "Object.assign(new Error('gone'), { code: '57P01', client: { secretKey: 42 } })"
  const line = run(`logger.error({ err: ${error} }, 'queue')`).trim().split('\n').at(-1) as string
  expect(JSON.parse(line)).toMatchObject({ err: { type: 'Error', message: 'gone', code: '57P01' } })
  expect(JSON.parse(line).err.stack).toContain('gone')
  expect(line).not.toContain('secretKey')
})
