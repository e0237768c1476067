import type { Readable } from 'node:stream'
import type { App } from '@assay/kit/server'
import { requireText } from '@assay/kit/text'
import type { FastifyRequest, FastifySchemaCompiler } from 'fastify'
import { cleanFileName } from '../domain/file-name.ts'
import type { Job, JobError, StoredInput } from '../domain/job.ts'
import { Refusal } from '../domain/refusal.ts'
import type { AdmitUpload } from '../operations/admit-upload.ts'
import { AnswerLost, type FileStore } from '../operations/ports.ts'
import { ownerOf } from './owner.ts'

/** Limits and names of an upload form. */
export interface UploadRules {
  readonly files: FileStore
  readonly admit: AdmitUpload
  /** Maximum size of a file, and of all files of a form together. */
  readonly maxBytes: number
  readonly maxFormBytes: number
  /** Names of the parts that contain audio. */
  readonly names: readonly string[]
  readonly maxFiles: number
}

/** Files and text fields of a received form. */
export interface Upload {
  readonly inputs: readonly StoredInput[]
  /** Text fields of the form, whatever their position. */
  readonly fields: Record<string, unknown>
}

const refuse = (field: string, issue: string, message: string, provided: unknown = null): Refusal =>
  new Refusal('VALIDATION_ERROR', message, { field, issue, provided })

const batchTooLarge = (maxFormBytes: number): Refusal =>
  new Refusal('FILE_TOO_LARGE', `The files of a batch may have at most ${maxFormBytes} bytes together.`, {
    field: 'file',
    issue: 'batch_too_large',
    provided: maxFormBytes + 1,
  })

const MAX_NAME = 255

/**
 * Converts an error of the form parser: a form that ends early, has no boundary or is not a form is refused as
 * malformed.
 */
function unreadable(cause: unknown): unknown {
  const code = (cause as { code?: unknown }).code
  // Fastify's own refusals (not multipart, too many parts) are converted elsewhere.
  if (typeof code === 'string' && code.startsWith('FST_') && code !== 'FST_INVALID_JSON_FIELD_ERROR')
    return cause
  return new Refusal('MALFORMED_REQUEST', 'The form cannot be read: it is incomplete or not well formed.', {
    field: 'body',
    issue: 'unreadable_form',
    provided: null,
  })
}

/** Maximum time for the parser to react to the last byte; usually it reacts at once. */
const PARSER_MS = 5000

/**
 * Waits for the next event of the parser, with a time limit: after some malformed forms (a part that ends with its
 * headers) @fastify/busboy 3.2.5 neither finishes nor fails, and the request would stay open forever.
 */
function unlessStuck<T>(next: Promise<T>, body: Readable): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const watch = () => {
      timer = setTimeout(() => reject(new Error('The form parser did not finish.')), PARSER_MS)
    }
    if (body.readableEnded) watch()
    else body.once('end', watch)
    next.then(resolve, reject).finally(() => {
      clearTimeout(timer)
      body.off('end', watch)
    })
  })
}

/** Yields the same items. Any error while reading them is reported as a malformed form. */
async function* readFrom<T>(body: Readable, open: () => AsyncIterable<T>): AsyncGenerator<T> {
  try {
    const items = open()[Symbol.asyncIterator]()
    let isOver = false
    try {
      for (;;) {
        isOver = true
        const next = await unlessStuck(items.next(), body)
        if (next.done) return
        isOver = false
        yield next.value
      }
    } finally {
      // The reader stopped early, so the rest is dropped. An iterator that failed or is stuck would not respond.
      if (!isOver) await items.return?.()
    }
  } catch (cause) {
    throw unreadable(cause)
  }
}

/**
 * Yields the bytes of a file up to `kept` and reads the rest without yielding it, so that the files after it can be
 * read; counts all bytes. Refuses a file with more than `read` bytes.
 */
async function* upTo(
  content: AsyncIterable<Uint8Array>,
  limits: { readonly kept: number; readonly read: number },
  counted: { bytes: number },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    const left = limits.kept - counted.bytes
    counted.bytes += chunk.length
    if (counted.bytes > limits.read)
      throw new Refusal('FILE_TOO_LARGE', `The file has more than ${limits.read} bytes.`, {
        field: 'file',
        issue: 'too_large',
        provided: counted.bytes,
      })
    // Cut at the byte, not at the chunk: chunks differ from one request to the next, and a retry must have the same hash.
    if (left > 0) yield chunk.subarray(0, left)
  }
}

/** Returns why a file that was received cannot be analysed; undefined when it may be. */
function whyRefused(bytes: number, maxBytes: number): JobError | undefined {
  if (bytes === 0) return { code: 'VALIDATION_ERROR', message: 'The file is empty.' }
  if (bytes > maxBytes)
    return { code: 'FILE_TOO_LARGE', message: `The file has more than ${maxBytes} bytes.` }
  return undefined
}

/**
 * Streams the files of a form to storage and collects its text fields, which may follow the files. On any error,
 * nothing stays in storage. An empty or too large file refuses a form with one file; in a batch, only its own job fails.
 */
export async function receiveUpload(request: FastifyRequest, rules: UploadRules): Promise<Upload> {
  const { files, maxFiles, maxBytes, maxFormBytes, names } = rules
  const owner = ownerOf(request)
  let leftBytes = await rules.admit.announce(owner, Number(request.headers['content-length'] ?? 0))
  let leftInForm = maxFormBytes
  let receivedInAll = 0
  const fields: Record<string, unknown> = {}
  const inputs: StoredInput[] = []
  try {
    for await (const part of readFrom(request.raw, () => request.parts())) {
      if (part.type === 'field') {
        if (part.valueTruncated || part.fieldnameTruncated)
          throw refuse(part.fieldname.slice(0, MAX_NAME), 'too_long', 'A text field of the form is too long.')
        // A part without a name has none, although the types of the parser say otherwise.
        const name = String(part.fieldname)
        requireText('form', name)
        requireText(name, String(part.value))
        fields[name] = part.value
        continue
      }
      if (!names.includes(part.fieldname)) {
        const message = `Send the audio in a part named "${names[0]}", not "${part.fieldname}".`
        throw refuse(part.fieldname, 'unexpected_file', message)
      }
      if (inputs.length === maxFiles) {
        throw maxFiles === 1
          ? refuse(
              'file',
              'repeated',
              'This operation accepts one file; /api/v1/batch-analyze accepts several.',
            )
          : refuse('file', 'too_many', `The request has more than ${maxFiles} files.`)
      }
      requireText('file', part.filename)
      const filename = cleanFileName(part.filename, MAX_NAME, 'audio')
      const isBatch = maxFiles > 1
      const counted = { bytes: 0 }
      const limits = { kept: maxBytes, read: Math.min(leftInForm, leftBytes) }
      const content = readFrom(request.raw, () => part.file)
      const input = await files
        .save(isBatch ? upTo(content, limits, counted) : content, {
          filename,
          maxBytes: Math.min(maxBytes, leftInForm, leftBytes),
        })
        .catch((error: unknown) => {
          if (!(error instanceof Refusal && error.code === 'FILE_TOO_LARGE')) throw error
          // Without an announced length, reading stops at the quota.
          const own = isBatch ? Number.POSITIVE_INFINITY : maxBytes
          if (leftBytes < Math.min(own, leftInForm)) throw rules.admit.exceeded(leftBytes + 1)
          throw leftInForm < own ? batchTooLarge(maxFormBytes) : error
        })
      const receivedBytes = Math.max(input.sizeBytes, counted.bytes)
      leftBytes -= receivedBytes
      leftInForm -= receivedBytes
      receivedInAll += receivedBytes
      const refusal = whyRefused(receivedBytes, maxBytes)
      inputs.push(refusal && isBatch ? { ...input, refusal } : input)
      if (refusal && !isBatch) throw refuse('file', 'empty', refusal.message, input.filename)
      if (refusal) await files.remove(input.key)
    }
    if (inputs.length === 0) throw refuse('file', 'missing', 'The form has no part named "file".')
    await rules.admit.count(owner, receivedInAll)
    return { inputs, fields }
  } catch (error) {
    await discard(files, inputs)
    throw error
  }
}

/**
 * Passes stored inputs to a job and removes those that no job uses. When the answer of the commit was lost they are
 * kept, for the job if it exists and for the sweep otherwise.
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

/** Removes stored inputs. */
export async function discard(files: FileStore, inputs: readonly StoredInput[]): Promise<void> {
  for (const { key } of inputs) await files.remove(key)
}

/** Returns a validator for everything except the form, whose parts are streams that `receiveUpload` reads. */
export const allButTheForm =
  (app: App): FastifySchemaCompiler<object> =>
  (part) =>
    part.httpPart === 'body' ? () => true : app.validatorCompiler!(part)
