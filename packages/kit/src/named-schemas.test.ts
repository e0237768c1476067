import Type from 'typebox'
import { expect, test } from 'vitest'
import { nameSchemas } from './named-schemas.ts'
import { sampleServer } from './testing-server.ts'

const Item = Type.Object({ value: Type.Number() }, { title: 'Item', examples: [{ value: 1 }] })
const Answer = Type.Object(
  { items: Type.Array(Item), title: Type.String() },
  { title: 'Answer', examples: [{ items: [{ value: 1 }], title: 'Item' }] },
)

test('a schema with a title becomes a component that every use refers to', async () => {
  const { app } = await sampleServer()
  app.post('/a', { schema: { body: Item, response: { 200: Answer } } }, async () => ({
    items: [],
    title: '',
  }))
  app.get('/b', { schema: { response: { 200: Answer } } }, async () => ({ items: [], title: '' }))
  await app.ready()
  const { components, paths } = app.swagger() as unknown as {
    components: { schemas: Record<string, { properties?: Record<string, unknown> }> }
    paths: Record<string, Record<string, { requestBody: unknown; responses: Record<string, unknown> }>>
  }
  expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(['Item', 'Answer', 'Error']))
  expect(components.schemas.Answer!.properties).toEqual({
    items: { type: 'array', items: { $ref: '#/components/schemas/Item' } },
    title: { type: 'string' },
  })
  const reference = { schema: { $ref: '#/components/schemas/Answer' } }
  for (const operation of [paths['/a']!.post!, paths['/b']!.get!])
    expect(operation.responses['200']).toMatchObject({ content: { 'application/json': reference } })
  // Requests are still validated and answers still written by the whole schema.
  expect((await app.inject({ method: 'POST', url: '/a', payload: { value: 'x' } })).statusCode).toBe(422)
})

test('two different schemas with one name are refused; data is left alone', () => {
  const paths = (...schemas: object[]) => ({ paths: schemas })
  expect(() => nameSchemas(paths({ title: 'A', type: 'string' }, { title: 'A', type: 'number' }))).toThrow(
    'Two different schemas are called A',
  )
  const data = paths({ example: { title: 'A', type: 'string' } }, { title: 'a sentence', type: 'string' })
  expect(nameSchemas(data).paths).toEqual(data.paths)
})
