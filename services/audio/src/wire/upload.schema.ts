import Type, { type TProperties } from 'typebox'
import { CONTAINERS } from '../domain/sniff-container.ts'
import { semanticFields } from './semantic.schema.ts'
import { stemsFields } from './stems.schema.ts'

/** Text fields of every upload. */
export const uploadFields = {
  async: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether to answer 202 with a job at once; the text true or false, in any case',
    }),
  ),
}

const FILE = `Audio file (${CONTAINERS.join(', ')}); the format is detected from the content, not from the name`
const binary = (description: string) =>
  Type.String({ contentMediaType: 'application/octet-stream', format: 'binary', description })

/** Returns the schema of an upload form for OpenAPI. `receiveUpload` reads and checks the parts. */
const audioUpload = (title: string, fields: TProperties) =>
  Type.Object(
    { file: binary(FILE), ...uploadFields, ...fields },
    { title, description: 'Form with one audio file; text fields may come before or after it' },
  )

export const AudioUpload = audioUpload('AudioUpload', {})
export const SemanticUpload = audioUpload('SemanticUpload', semanticFields)
export const StemsUpload = audioUpload('StemsUpload', stemsFields)

export const BatchUpload = Type.Object(
  {
    file: Type.Array(binary(FILE), {
      minItems: 1,
      description: 'Audio files. Repeat the part, named `file` or `files`',
    }),
  },
  { title: 'BatchUpload', description: 'Form with several audio files' },
)

export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x21-\\x7e]+$',
      description:
        'Key of your choice that makes retries safe. The same key with the same request returns the same job; with another request it is refused',
    }),
  ),
})
