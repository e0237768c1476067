import { expect, test } from 'vitest'
import { clientTypes } from './client-types.ts'

const document = {
  openapi: '3.1.0',
  info: { title: 'Sample', version: '1' },
  paths: {
    '/things': {
      get: {
        operationId: 'listThings',
        responses: {
          200: {
            description: 'All',
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/Thing' },
                example: { example: 'x' },
              },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Thing: { type: 'object', properties: { example: { type: 'string', examples: ['x'] } } },
    },
  },
}

test('types have names, and neither examples nor methods that a path lacks', async () => {
  const types = await clientTypes(JSON.stringify(document))
  expect(types).toContain("export type Thing = components['schemas']['Thing'];")
  expect(types).toContain('get: operations["listThings"];')
  expect(types).not.toContain('@example')
  expect(types.slice(0, types.indexOf('webhooks'))).not.toContain('never')
  // A property that is called `example` is no example.
  expect(types).toContain('example?: string;')
})
