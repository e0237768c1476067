import fc from 'fast-check'
import { expect, test } from 'vitest'
import { presentable } from './problem.ts'

const cyclic: Record<string, unknown> = { a: 1 }
cyclic.self = cyclic
const nested = (depth: number) => {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = [value]
  return value
}
const hostile: [string, unknown][] = [
  ['a cycle', cyclic],
  ['a BigInt', 10n],
  ['a BigInt inside', { n: 10n }],
  ['a function', () => 1],
  ['a symbol', Symbol('s')],
  ['a million levels', nested(1_000_000)],
  ['a million items', Array.from({ length: 1_000_000 }, (_, i) => i)],
  ['ten million characters', 'x'.repeat(10_000_000)],
  [
    'a throwing getter',
    Object.defineProperty({}, 'x', {
      enumerable: true,
      get: () => {
        throw new Error('no')
      },
    }),
  ],
  [
    'a throwing toJSON',
    {
      toJSON: () => {
        throw new Error('no')
      },
    },
  ],
  ['a Date', new Date(0)],
  ['an invalid Date', new Date(Number.NaN)],
  ['a Map', new Map([['a', 1]])],
  ['NaN', Number.NaN],
  ['half of a pair', `${'x'.repeat(199)}😀😀`],
]

const isEchoable = (shown: unknown) => {
  const text = JSON.stringify(shown)
  expect(text.length).toBeLessThanOrEqual(2 * 201 + 2)
  expect(text).not.toMatch(/\\ud[89a-f]/i)
}

test.each(hostile)('%s is shown without throwing, short and as JSON', (_name, value) => {
  isEchoable(presentable('field', value))
})

test('law: never throws, always short, always JSON', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withNullPrototype: true,
        withSparseArray: true,
        withTypedArray: true,
      }),
      (field, value) => {
        const text = JSON.stringify(presentable(field, value))
        expect(typeof text).toBe('string')
        expect(text.length).toBeLessThan(2000)
      },
    ),
  )
})

test('law: a short JSON value is shown as it came, unless it is a secret', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 2 }), (value) => {
      const text = JSON.stringify(value)
      fc.pre(text.length <= 200 && !/passw|passph|token|secret|auth|cred|key/i.test(text))
      // Compared as JSON, where -0 is 0.
      expect(JSON.stringify(presentable('field', value))).toBe(text)
    }),
  )
})

test.each([
  'password',
  'new_password',
  'user.passwordHash',
  'accessToken',
  'client_secret',
  'Authorization',
  'api_key',
  'apiKey',
  'x-api-key',
])('law: %s never comes back, at the top or inside', (name) => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (text) => {
      const secret = `§${text}`
      expect(presentable(name, secret)).toBe('[hidden]')
      expect(presentable(`list.0.${name}`, { any: secret })).toBe('[hidden]')
      expect(presentable('body', { deep: [{ [name.split('.').at(-1) as string]: secret }] })).toEqual({
        deep: [{ [name.split('.').at(-1) as string]: '[hidden]' }],
      })
    }),
    { numRuns: 10 },
  )
})

test('what is longer than 200 characters is cut and says so', () => {
  expect(presentable('f', 'y'.repeat(200))).toBe('y'.repeat(200))
  expect(presentable('f', 'y'.repeat(201))).toBe(`${'y'.repeat(200)}…`)
  expect(presentable('f', { long: 'y'.repeat(300) })).toMatch(/^\{"long":"y+…$/)
})
