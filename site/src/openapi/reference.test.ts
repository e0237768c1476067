import { expect, it } from 'vitest'
import { referencePages, slugOf } from './reference.ts'

const document = {
  info: { title: 'Assay test', version: '1.0.0', description: 'A test.' },
  tags: [{ name: 'things', description: 'Things' }],
  paths: {
    '/things': {
      get: {
        summary: 'List things',
        tags: ['things'],
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
        ],
        responses: {
          200: {
            description: 'Things',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          400: { $ref: '#/components/responses/Bad' },
        },
      },
    },
  },
  components: {
    responses: { Bad: { description: 'Not well formed' } },
    schemas: {
      Thing: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'string', description: 'a | b' },
          parts: { type: 'array', items: { type: 'object', properties: { size: { type: 'number' } } } },
        },
      },
    },
  },
}

it('writes an overview, a page for each tag and one of all schemas', () => {
  const pages = referencePages('test', document)
  expect(pages.map(({ address }) => address)).toEqual(['api/test', 'api/test/things', 'api/test/schemas'])
  expect(pages[0]?.markdown).toContain('[List things](/api/test/things#list-things)')
  expect(pages[1]?.markdown).toContain('| `limit` | query | integer | no | (1 to 100; default `20`) |')
  expect(pages[1]?.markdown).toContain('| 400 | Not well formed |')
  expect(pages[1]?.markdown).toContain('[Thing](/api/test/schemas#thing)')
  expect(pages[2]?.markdown).toContain('| `id` | string | yes | a \\| b |')
  expect(pages[2]?.markdown).toContain('| `parts[].size` | number | no |')
})

it('writes anchors as GitHub does', () => {
  expect(slugOf('Read one track’s results, and more')).toBe('read-one-tracks-results-and-more')
})
