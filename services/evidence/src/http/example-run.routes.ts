import type { App } from '@assay/kit/server'
import Type from 'typebox'
import type { loadExampleRun, removeExampleRun } from '../operations/example-run.ts'
import { ExampleRunBody } from '../wire/example-run.schema.ts'
import { actorOf } from './access.ts'
import { ErrorBody } from './errors.ts'

/** Operations that the routes call. */
export interface ExampleRunDeps {
  readonly loadExampleRun: ReturnType<typeof loadExampleRun>
  readonly removeExampleRun: ReturnType<typeof removeExampleRun>
}

/** Registers loading and removing the example run under `/v1`. */
export function exampleRunRoutes(app: App, deps: ExampleRunDeps): void {
  app.post(
    '/example-run',
    {
      config: { access: 'write', rateLimit: { max: 30, timeWindow: 60_000 } },
      schema: {
        tags: ['runs'],
        operationId: 'loadExampleRun',
        summary: 'Load the example run',
        description:
          'Fills your organization with a generated run of 40 features, as three tools would have annotated it: the molecules are real, the scores are drawn. Waits up to 5 s until it is read. Loading it twice changes nothing.',
        response: { 201: ExampleRunBody, 409: ErrorBody },
      },
    },
    async (request, reply) => {
      const { runId, importIds, complete } = await deps.loadExampleRun(actorOf(request))
      return reply.code(201).send({
        run_id: runId,
        import_ids: [...importIds],
        status: complete ? 'completed' : 'running',
      })
    },
  )
  app.delete(
    '/example-run',
    {
      config: { access: 'write', rateLimit: { max: 30, timeWindow: 60_000 } },
      schema: {
        tags: ['runs'],
        operationId: 'removeExampleRun',
        summary: 'Remove the example run',
        description:
          'Removes the example run whole: its evidence (also what you added to it), observations, imports, labels and reports, and molecules that nothing else mentions. A model that was fitted to its labels stays until the next fit.',
        response: { 204: Type.Null({ description: 'Done' }), 404: ErrorBody },
      },
    },
    async (request, reply) => {
      await deps.removeExampleRun(actorOf(request))
      return reply.code(204).send(null)
    },
  )
}
