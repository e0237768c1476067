import Type, { type TProperties } from 'typebox'
import { CONTAINERS } from '../domain/sniff-container.ts'
import { semanticFields } from './semantic.schema.ts'
import { stemsFields } from './stems.schema.ts'

/** Text fields of every upload. */
export const uploadFields = {
  async: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether to answer 202 with a job at once; true or false as text, in any case',
    }),
  ),
}

const FILE = `Audio file (${CONTAINERS.join(', ')}); the format is detected from the content, not from the name`
const binary = (description: string) =>
  Type.String({ contentMediaType: 'application/octet-stream', format: 'binary', description })

/** The whole form as OpenAPI shows it; its parts are read by `receiveUpload`. */
const audioUpload = (title: string, fields: TProperties) =>
  Type.Object(
    { file: binary(FILE), ...uploadFields, ...fields },
    { title, description: 'One audio file; text fields may come before or after it' },
  )

export const AudioUpload = audioUpload('AudioUpload', {})
export const SemanticUpload = audioUpload('SemanticUpload', semanticFields)
export const StemsUpload = audioUpload('StemsUpload', stemsFields)

export const BatchUpload = Type.Object(
  {
    file: Type.Array(binary(FILE), {
      minItems: 1,
      description: 'Audio files: repeat the part, named `file` or `files`',
    }),
  },
  { title: 'BatchUpload', description: 'Several audio files' },
)

export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x21-\\x7e]+$',
      description:
        'Key of your choice. The same key with the same request leads to the same job; with another request it is refused',
    }),
  ),
})
