import type { App } from '@assay/kit/server'
import { presentAccepted } from '../wire/jobs.present.ts'
import { JobAccepted } from '../wire/jobs.schema.ts'
import { BatchUpload, IdempotencyHeaders } from '../wire/upload.schema.ts'
import { type AnalysisDeps, idempotencyKeyOf } from './analysis.routes.ts'
import { ErrorBody } from './errors.ts'
import { ownerOf } from './owner.ts'
import { allButTheForm, handOver, receiveUpload } from './upload.ts'

/** `POST /batch-analyze`: several files, each a job of its own, and one job that ends with the last of them. */
export function batchRoutes(app: App, deps: AnalysisDeps): void {
  const { files, limits } = deps
  const rules = {
    files,
    admit: deps.admit,
    maxBytes: limits.maxUploadBytes,
    maxFormBytes: limits.maxBatchBytes,
    names: ['file', 'files'],
    maxFiles: limits.maxBatchFiles,
  }
  app.post(
    '/batch-analyze',
    {
      validatorCompiler: allButTheForm(app),
      schema: {
        tags: ['analysis'],
        operationId: 'batchAnalyze',
        summary: 'Analyse several files as one batch',
        description:
          'A multipart form with repeated parts named `file` (`files` is taken too). Always a job: its `results` tell the outcome of each file, and each file is a job of its own with its own results. A file that cannot be analysed does not stop the others.',
        consumes: ['multipart/form-data'],
        headers: IdempotencyHeaders,
        body: BatchUpload,
        response: {
          202: JobAccepted,
          409: ErrorBody,
        },
      },
    },
    async (request, reply) => {
      const { inputs } = await receiveUpload(request, rules)
      const job = await handOver(files, inputs, () =>
        deps.accept({
          owner: ownerOf(request),
          type: 'analyze',
          options: {},
          inputs,
          batch: true,
          idempotencyKey: idempotencyKeyOf(request),
        }),
      )
      return reply.code(202).send(presentAccepted(job))
    },
  )
}
