import Type from 'typebox'
import { IMPORT_STATUSES } from '../domain/imports/import-job.ts'
import { IMPORT_FORMATS } from '../domain/imports/import-lines.ts'

export const ImportPath = Type.Object({
  import_id: Type.String({ format: 'uuid', description: 'As the import was answered' }),
})

/** A stream: nothing of it is validated before it is read line by line. */
export const ImportFile = Type.Unknown({ description: 'The file itself' })

export const ImportAnswer = Type.Object(
  {
    import_id: Type.String({ format: 'uuid' }),
    format: Type.Enum([...IMPORT_FORMATS]),
    status: Type.Enum([...IMPORT_STATUSES]),
    progress: Type.Number({ description: 'Share of the file that is done, 0 to 1' }),
    received_bytes: Type.Integer({ description: 'Unpacked' }),
    lines_read: Type.Integer(),
    items_read: Type.Integer({ description: 'Evidence items found' }),
    items_added: Type.Integer({ description: 'Items that were not kept before' }),
    error_count: Type.Integer({ description: 'Lines that could not be read' }),
    errors: Type.Array(Type.Object({ line: Type.Integer(), field: Type.String(), issue: Type.String() }), {
      description: 'The first 100',
    }),
    failure: Type.Union([Type.String(), Type.Null()], { description: 'Why the whole import failed' }),
    created_at: Type.String({ format: 'date-time' }),
    completed_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  },
  { description: 'An import and how it is getting on' },
)
