import type { App } from '@assay/kit/server'
import type { FastifyRequest, FastifySchemaCompiler } from 'fastify'
import { cleanFileName } from '../domain/file-name.ts'
import type { Job, StoredInput } from '../domain/job.ts'
import { Refusal } from '../domain/refusal.ts'
import type { AdmitUpload } from '../operations/admit-upload.ts'
import { AnswerLost, type FileStore } from '../operations/ports.ts'
import { ownerOf } from './owner.ts'

export interface UploadRules {
  readonly files: FileStore
  readonly admit: AdmitUpload
  readonly maxBytes: number
  /** Parts that hold audio are called one of these. */
  readonly names: readonly string[]
  readonly maxFiles: number
}

export interface Upload {
  readonly inputs: readonly StoredInput[]
  /** Text fields of the form, wherever they stood in it. */
  readonly fields: Record<string, unknown>
}

const refuse = (field: string, issue: string, message: string, provided: unknown = null): Refusal =>
  new Refusal('VALIDATION_ERROR', message, { field, issue, provided })

const MAX_NAME = 255

/** A form that ends early, has no boundary or is none at all: the sender's fault, however its parser words it. */
function unreadable(cause: unknown): unknown {
  const code = (cause as { code?: unknown }).code
  // Fastify's own refusals (no multipart at all, too many parts) are sorted where all of them are.
  if (typeof code === 'string' && code.startsWith('FST_') && code !== 'FST_INVALID_JSON_FIELD_ERROR')
    return cause
  return new Refusal('MALFORMED_REQUEST', 'The form cannot be read: it is not whole, or not well formed.', {
    field: 'body',
    issue: 'unreadable_form',
  })
}

/** The same items; whatever breaks while they are read is a form that cannot be read. */
async function* readFrom<T>(open: () => AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* open()
  } catch (cause) {
    throw unreadable(cause)
  }
}

/**
 * Streams the form's files to storage and collects its text fields; fields may follow the files.
 * Whatever goes wrong, nothing stays in storage.
 */
export async function receiveUpload(request: FastifyRequest, rules: UploadRules): Promise<Upload> {
  const { files, maxFiles, maxBytes, names } = rules
  const owner = ownerOf(request)
  let leftBytes = await rules.admit.announce(owner, Number(request.headers['content-length'] ?? 0))
  const fields: Record<string, unknown> = {}
  const inputs: StoredInput[] = []
  try {
    for await (const part of readFrom(() => request.parts())) {
      if (part.type === 'field') {
        if (part.valueTruncated || part.fieldnameTruncated)
          throw refuse(part.fieldname.slice(0, MAX_NAME), 'too_long', 'A text field of the form is too long.')
        fields[part.fieldname] = part.value
        continue
      }
      if (!names.includes(part.fieldname)) {
        const message = `The audio goes in the part named "${names[0]}", not "${part.fieldname}".`
        throw refuse(part.fieldname, 'unexpected_file', message)
      }
      if (inputs.length === maxFiles) {
        throw maxFiles === 1
          ? refuse('file', 'repeated', 'This address takes one file; /api/v1/batch-analyze takes several.')
          : refuse('file', 'too_many', `More than ${maxFiles} files in one request.`)
      }
      const filename = cleanFileName(part.filename, MAX_NAME, 'audio')
      const input = await files
        .save(
          readFrom(() => part.file),
          { filename, maxBytes: Math.min(maxBytes, leftBytes) },
        )
        .catch((error: unknown) => {
          // What was not announced is read no further than the quota goes.
          const beyond = error instanceof Refusal && error.code === 'FILE_TOO_LARGE' && leftBytes < maxBytes
          throw beyond ? rules.admit.exceeded(leftBytes + 1) : error
        })
      leftBytes -= input.sizeBytes
      inputs.push(input)
      if (input.sizeBytes === 0) throw refuse('file', 'empty', 'The file is empty.', input.filename)
    }
    if (inputs.length === 0) throw refuse('file', 'missing', 'The form has no part named "file".')
    await rules.admit.count(
      owner,
      inputs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    )
    return { inputs, fields }
  } catch (error) {
    await discard(files, inputs)
    throw error
  }
}

/**
 * Hands stored inputs to a job and discards those that no job can have. Where the answer of the commit was lost they stay,
 * for the job if there is one and for the sweeper otherwise.
 */
export async function handOver(
  files: FileStore,
  inputs: readonly StoredInput[],
  accept: () => Promise<{ job: Job; kept: boolean }>,
): Promise<Job> {
  try {
    const { job, kept } = await accept()
    if (!kept) await discard(files, inputs)
    return job
  } catch (error) {
    if (!(error instanceof AnswerLost)) await discard(files, inputs)
    throw error
  }
}

export async function discard(files: FileStore, inputs: readonly StoredInput[]): Promise<void> {
  for (const { key } of inputs) await files.remove(key)
}

/** Validates a request but for its form, whose parts are streams that `receiveUpload` takes one by one. */
export const allButTheForm =
  (app: App): FastifySchemaCompiler<object> =>
  (part) =>
    part.httpPart === 'body' ? () => true : app.validatorCompiler!(part as never)
