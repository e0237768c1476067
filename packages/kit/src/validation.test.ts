import fc from 'fast-check'
import Fastify from 'fastify'
import Type from 'typebox'
import { expect, test } from 'vitest'
import { Problem } from './problem.ts'
import { formFieldValidator, invalid, validatorCompiler } from './validation.ts'

const Body = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    flag: Type.Optional(Type.Boolean()),
    count: Type.Optional(Type.Integer({ minimum: 0, default: 7 })),
    mode: Type.Optional(Type.Enum(['fast', 'exact'])),
    rank: Type.Optional(Type.Union([Type.Literal('low'), Type.Literal('high')])),
    password: Type.Optional(Type.String({ minLength: 12 })),
    items: Type.Optional(
      Type.Array(Type.Object({ value: Type.Number({ maximum: 1 }) }, { additionalProperties: false })),
    ),
    limit: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
    shape: Type.Optional(
      Type.Union([
        Type.Object(
          { kind: Type.Literal('circle'), r: Type.Number({ exclusiveMinimum: 0 }) },
          { additionalProperties: false },
        ),
        Type.Object(
          { kind: Type.Literal('box'), width: Type.Number(), height: Type.Number() },
          { additionalProperties: false },
        ),
      ]),
    ),
    options: Type.Optional(Type.Object({}, { additionalProperties: true })),
  },
  { additionalProperties: false },
)

const compile = validatorCompiler()
const bodyValidator = compile({ schema: Body, method: 'POST', url: '/', httpPart: 'body' }) as {
  (data: unknown): boolean
  errors?: never[]
}
const problemOf = (data: unknown): Problem => {
  if (bodyValidator(data)) throw new Error('was valid')
  return invalid(bodyValidator.errors ?? [], 'body')
}

test.each<[string, unknown, string, string, unknown]>([
  ['a missing field', {}, 'name', 'is required', null],
  ['a wrong type', { name: 1 }, 'name', 'must be string', 1],
  ['an unknown field', { name: 'a', colour: 'red' }, 'colour', 'is not a known field', 'red'],
  ['a nested range', { name: 'a', items: [{ value: 0 }, { value: 2 }] }, 'items.1.value', 'must be <= 1', 2],
  [
    'a nested unknown field',
    { name: 'a', items: [{ value: 0, x: [1] }] },
    'items.0.x',
    'is not a known field',
    [1],
  ],
  [
    'a value outside an enumeration',
    { name: 'a', mode: 'slow' },
    'mode',
    'must be one of fast, exact',
    'slow',
  ],
  [
    'a value outside a union of literals',
    { name: 'a', rank: 'mid' },
    'rank',
    'must be one of low, high',
    'mid',
  ],
  ['a type outside a union', { name: 'a', limit: 'x' }, 'limit', 'must be number or null', 'x'],
  ['a body that is no object', [1], 'body', 'must be object', [1]],
  [
    'the alternative that the input chose: a range',
    { name: 'a', shape: { kind: 'circle', r: -1 } },
    'shape.r',
    'must be > 0',
    -1,
  ],
  [
    'the alternative that the input chose: a missing field',
    { name: 'a', shape: { kind: 'box', width: 1 } },
    'shape.height',
    'is required',
    null,
  ],
  [
    'the alternative that the input chose: first and missing',
    { name: 'a', shape: { kind: 'circle' } },
    'shape.r',
    'is required',
    null,
  ],
  [
    'no alternative chosen',
    { name: 'a', shape: { kind: 'star', r: 1 } },
    'shape.kind',
    'must be one of circle, box',
    'star',
  ],
  [
    'no alternative chosen, nothing else given',
    { name: 'a', shape: { kind: 'star' } },
    'shape.kind',
    'must be one of circle, box',
    'star',
  ],
  ['no alternative named', { name: 'a', shape: {} }, 'shape.kind', 'must be one of circle, box', null],
  ['a slash in a name', { name: 'a', 'a/b~c': 1 }, 'a/b~c', 'is not a known field', 1],
])('%s: dotted path, issue and what was provided', (_name, data, field, issue, provided) => {
  const problem = problemOf(data)
  expect(problem.kind).toBe('invalid')
  expect(problem.details).toEqual({ field, issue, provided })
  expect(problem.message).toBe(`${field} ${issue}`)
})

test('a secret is not echoed, neither alone nor inside what is', () => {
  expect(problemOf({ name: 'a', password: 'short' }).details?.provided).toBe('[hidden]')
  expect(JSON.stringify(problemOf([{ password: 'hunter22' }]).details)).not.toContain('hunter22')
})

test('a long value and a long unknown name are cut to 200 characters', () => {
  expect(String(problemOf({ name: 'a', colour: 'x'.repeat(5000) }).details?.provided)).toHaveLength(201)
  const named = problemOf({ name: 'a', ['x'.repeat(5000)]: 1 })
  expect(named.details?.field).toHaveLength(201)
  expect(named.message.length).toBeLessThan(300)
})

test('bodies are not coerced', () => {
  for (const [name, value] of [
    ['name', 5],
    ['flag', 'true'],
    ['flag', 1],
    ['count', '5'],
    ['items', { value: 1 }],
  ] as const) {
    expect(problemOf({ name: 'a', [name]: value }).details?.field, name).toBe(name)
  }
})

test('law: a free-form object passes through with every key', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (options) => {
      const body = { name: 'a', options }
      const before = JSON.stringify(body)
      expect(bodyValidator(body)).toBe(true)
      expect(JSON.stringify({ name: body.name, options: body.options })).toBe(before)
    }),
  )
})

test('defaults are filled in', () => {
  const body: Record<string, unknown> = { name: 'a' }
  expect(bodyValidator(body)).toBe(true)
  expect(body.count).toBe(7)
})

const Query = Type.Object({
  flag: Type.Optional(Type.Boolean()),
  count: Type.Optional(Type.Integer()),
  tags: Type.Optional(Type.Array(Type.String())),
  title: Type.Optional(Type.String()),
})

test('query strings are coerced: numbers, lists of one, booleans in any case; text stays as typed', async () => {
  const app = Fastify().setValidatorCompiler(validatorCompiler())
  app.get('/', { schema: { querystring: Query } }, async (request) => request.query)
  const get = async (search: string) => (await app.inject(`/?${search}`)).json()
  expect(await get('flag=True&count=5&tags=a&title=True')).toEqual({
    flag: true,
    count: 5,
    tags: ['a'],
    title: 'True',
  })
  expect(await get('flag=FALSE&tags=a&tags=b')).toEqual({ flag: false, tags: ['a', 'b'] })
  expect(await get('flag=Perhaps')).toMatchObject({ statusCode: 400 })
  expect(await get('count=five')).toMatchObject({ statusCode: 400 })
  // An infinite number would pass every limit of its field.
  for (const count of ['Infinity', '-Infinity', '1e999', '%20Infinity'])
    expect(await get(`count=${count}`)).toMatchObject({ statusCode: 400 })
})

test('form fields are coerced and refused with the value as typed', () => {
  const read = formFieldValidator<{ flag?: boolean; count?: number }>(Query)
  expect(read({ flag: 'TRUE', count: '12' })).toEqual({ flag: true, count: 12 })
  try {
    read({ flag: 'Perhaps' })
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(Problem)
    expect((error as Problem).details).toEqual({
      field: 'flag',
      issue: 'must be boolean',
      provided: 'Perhaps',
    })
  }
})
