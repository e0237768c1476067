import type { FastifyRequest } from 'fastify'
import type { StoredInput } from '../domain/job.ts'
import { Refusal } from '../domain/refusal.ts'
import type { FileStore } from '../operations/ports.ts'

export interface Upload {
  readonly input: StoredInput
  /** Text fields of the form, wherever they stood in it. */
  readonly fields: Record<string, unknown>
}

const refuse = (field: string, issue: string, message: string, provided: unknown = null): Refusal =>
  new Refusal('VALIDATION_ERROR', message, { field, issue, provided })

/**
 * Streams the form's one `file` part to storage and collects its text fields; fields may follow the file.
 * Whatever goes wrong, nothing stays in storage.
 */
export async function receiveUpload(
  request: FastifyRequest,
  files: FileStore,
  maxBytes: number,
): Promise<Upload> {
  const fields: Record<string, unknown> = {}
  let input: StoredInput | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        fields[part.fieldname] = part.value
        continue
      }
      if (part.fieldname !== 'file') {
        throw refuse(
          part.fieldname,
          'unexpected_file',
          `The audio goes in the part named "file", not "${part.fieldname}".`,
        )
      }
      if (input)
        throw refuse('file', 'repeated', 'This address takes one file; /api/v1/batch-analyze takes several.')
      input = await files.save(part.file, { filename: part.filename, maxBytes })
    }
    if (!input) throw refuse('file', 'missing', 'The form has no part named "file".')
    if (input.sizeBytes === 0) throw refuse('file', 'empty', 'The file is empty.', input.filename)
    return { input, fields }
  } catch (error) {
    if (input) await files.remove(input.key)
    throw error
  }
}
