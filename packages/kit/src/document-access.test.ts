import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import Type from 'typebox'
import { expect, test } from 'vitest'
import { documentAccess } from './document-access.ts'
import { optionalDefaults } from './optional-defaults.ts'

async function documentOf(anonymous: boolean) {
  const app = Fastify()
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transformObject: optionalDefaults,
  })
  documentAccess(app, { schemes: ['bearer'], anonymous })
  const querystring = Type.Object({
    limit: Type.Integer({ default: 20 }),
    name: Type.String(),
    note: Type.Optional(Type.String()),
  })
  app.get('/open', { config: { public: true }, schema: { summary: 'o' } }, async () => '')
  app.get('/known', { schema: { querystring } }, async () => '')
  app.get('/written', { config: { access: 'write' } as never, schema: { summary: 'w' } }, async () => '')
  await app.ready()
  const { paths } = app.swagger() as unknown as {
    paths: Record<string, { get: Record<string, unknown> & { parameters: object[] } }>
  }
  await app.close()
  return paths
}

test('a route says who may call it, from its own declaration', async () => {
  const paths = await documentOf(false)
  expect(paths['/open']!.get).toMatchObject({ 'x-access': 'public' })
  expect(paths['/open']!.get).not.toHaveProperty('security')
  expect(paths['/known']!.get).toMatchObject({ 'x-access': 'client', security: [{ bearer: [] }] })
  expect(paths['/written']!.get).toMatchObject({ 'x-access': 'write', security: [{ bearer: [] }] })
})

test('credentials that only some deployments ask for are optional', async () => {
  expect((await documentOf(true))['/known']!.get.security).toEqual([{}, { bearer: [] }])
})

test('a parameter with a default need not be sent', async () => {
  expect((await documentOf(false))['/known']!.get.parameters).toMatchObject([
    { name: 'limit', required: false },
    { name: 'name', required: true },
    { name: 'note', required: false },
  ])
})

test('a body field with a default is described as optional, at any depth', () => {
  const schema = Type.Object({
    name: Type.String(),
    config: Type.Object({ limit: Type.Integer({ default: 20 }) }),
    examples: Type.Boolean({ default: false }),
  })
  const paths = { '/a': { post: { requestBody: { content: { 'application/json': { schema } } } } } }
  const document = optionalDefaults({ openapiObject: { paths } } as never) as unknown as {
    paths: typeof paths
  }
  const written = document.paths['/a'].post.requestBody.content['application/json'].schema
  expect(written.required).toEqual(['name', 'config'])
  expect(written.properties.config).not.toHaveProperty('required')
  // The schema that validates is left alone.
  expect(schema.required).toEqual(['name', 'config', 'examples'])
})
