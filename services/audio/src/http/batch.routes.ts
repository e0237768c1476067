import type { App } from '@assay/kit/server'
import { presentAccepted } from '../wire/jobs.present.ts'
import { JobAccepted } from '../wire/jobs.schema.ts'
import { BatchUpload, IdempotencyHeaders } from '../wire/upload.schema.ts'
import { type AnalysisDeps, idempotencyKeyOf } from './analysis.routes.ts'
import { ErrorBody } from './errors.ts'
import { ownerOf } from './owner.ts'
import { allButTheForm, handOver, receiveUpload } from './upload.ts'

/** Adds `POST /batch-analyze`: one job per file, and a batch job that ends when the last of them ends. */
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
          'Send a multipart form with repeated parts named `file` (or `files`). The answer is always a job. Its `results` list the outcome of each file, and each file is also a job with its own results. A file that cannot be analysed does not stop the others.',
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
