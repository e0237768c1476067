import Type from 'typebox'
import { onTestFinished } from 'vitest'
import type { ServerConfig } from '../src/options.ts'
import type { Ready } from '../src/readiness.ts'
import type { App } from '../src/server.ts'
import { sampleServer } from '../src/testing-server.ts'

/** Creates a sample server with routes that answer, fail and wait. It is closed when the test has finished. */
export async function server(overrides: Partial<ServerConfig> = {}, ready?: Ready) {
  const { app, lines } = await sampleServer(overrides, ready)
  onTestFinished(async () => {
    await app.close()
  })
  app.post(
    '/echo',
    {
      schema: { body: Type.Object({ value: Type.Number({ minimum: 0 }) }, { additionalProperties: false }) },
    },
    async (request) => request.body,
  )
  app.get(
    '/find',
    {
      schema: {
        querystring: Type.Object({
          page: Type.Optional(Type.Integer({ minimum: 1 })),
          title: Type.Optional(Type.String()),
        }),
      },
    },
    async (request) => request.query,
  )
  app.get('/fail', async () => {
    throw new Error('connection to postgres://admin:hunter22@db failed')
  })
  app.get('/no-database', async () => {
    throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
  })
  app.get('/pool-empty', async () => {
    throw new Error('timeout exceeded when trying to connect')
  })
  app.get('/locked', async () => {
    throw Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })
  })
  app.get('/endless', async () => {
    throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
  })
  app.get('/cut-off', async () => {
    throw new Error('Connection terminated unexpectedly')
  })
  app.get('/throw-text', async () => {
    throw 'just text'
  })
  app.get('/slow', async () => new Promise((resolve) => setTimeout(() => resolve('done'), 300)))
  return { app, lines }
}

/** Sends a body to the route that returns it. */
export const post = (app: App, payload: string, type = 'application/json') =>
  app.inject({ method: 'POST', url: '/echo', payload, headers: { 'content-type': type } })
