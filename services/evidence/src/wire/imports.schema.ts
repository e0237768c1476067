import Type from 'typebox'
import { MAX_OBSERVATION_CHARACTERS } from '../domain/evidence/observed-evidence.ts'
import { IMPORT_FORMATS } from '../domain/imports/import-format.ts'
import { IMPORT_STATUSES } from '../domain/imports/import-job.ts'

export const ImportPath = Type.Object({
  import_id: Type.String({
    format: 'uuid',
    description: 'Id of the import, from the answer that accepted it',
  }),
})

export const ImportQuery = Type.Object({
  dry_run: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Import nothing; answer 200 with how the file would be understood',
    }),
  ),
  run_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_OBSERVATION_CHARACTERS,
      description:
        'Run that the observations of the file belong to; several files may share one. By default the file is its own run, so equal ids of unrelated files never meet',
    }),
  ),
  run_name: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Name of the run for display' }),
  ),
  format: Type.Optional(
    Type.Enum([...IMPORT_FORMATS], {
      description: 'Format of the file; by default it is detected. `table` is the table of a tool',
    }),
  ),
  file_name: Type.Optional(
    Type.String({
      maxLength: 500,
      description:
        'Name of the file. Some tools name the feature or decoys by the name of the file or its folder only',
    }),
  ),
})

/** Stream. It is not validated before it is read line by line. */
export const ImportFile = Type.Unknown({
  description: 'Evidence file in NDJSON, CSV, mzTab-M or the table of a tool',
})

const ImportError = Type.Object(
  {
    line: Type.Integer(),
    field: Type.String(),
    issue: Type.String(),
    provided: Type.Optional(Type.String({ description: 'Text of the cell, shortened' })),
  },
  { title: 'ImportError', description: 'Line or cell that could not be read; the others are kept' },
)

const ImportNote = Type.Object(
  { reason: Type.String(), count: Type.Integer() },
  { title: 'ImportNote', description: 'Reason why rows or cells are not evidence, and their number' },
)

export const ImportAnswer = Type.Object(
  {
    import_id: Type.String({ format: 'uuid' }),
    run_id: Type.Union([Type.String(), Type.Null()], {
      description: 'Run of the observations in the file; null while it is received',
    }),
    format: Type.Enum([...IMPORT_FORMATS]),
    layout: Type.String({
      description:
        'Layout of the tool, such as gnps_library_hits; the format itself for NDJSON, CSV and mzTab-M',
    }),
    status: Type.Enum([...IMPORT_STATUSES]),
    progress: Type.Number({ description: 'Share of the file that is read, 0 to 1' }),
    received_bytes: Type.Integer({ description: 'Size of the unpacked file in bytes' }),
    lines_read: Type.Integer(),
    items_read: Type.Integer({ description: 'Number of evidence items found' }),
    items_added: Type.Integer({ description: 'Number of items that were not kept before' }),
    error_count: Type.Integer({ description: 'Number of lines and cells that could not be read' }),
    errors: Type.Array(ImportError, { description: 'The first 100 errors' }),
    notes: Type.Array(ImportNote),
    failure: Type.Union([Type.String(), Type.Null()], {
      description: 'Reason why the whole import failed; null otherwise',
    }),
    created_at: Type.String({ format: 'date-time' }),
    completed_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  },
  { title: 'Import', description: 'Import with its progress and errors' },
)

const OrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

export const ImportUnderstanding = Type.Object(
  {
    format: Type.Enum([...IMPORT_FORMATS]),
    layout: Type.String({ description: 'Layout of the tool, or the format where it has one layout only' }),
    title: Type.String(),
    tool: OrNull('Tool that wrote the file'),
    decimal_comma: Type.Boolean({ description: 'Numbers have decimal commas' }),
    scales: Type.Record(Type.String(), Type.Number(), {
      description: 'Upper end of the scale of a score card, where the values of the file decide it',
    }),
    columns: Type.Array(
      Type.Object({
        column: Type.String(),
        score_card: Type.String(),
        kind: Type.String({ description: 'What the score measures' }),
        type: OrNull('Evidence type of the items; null for a score that is kept but not counted'),
        transform: OrNull('How the raw score becomes a value from 0 to 1'),
        note: OrNull('What to know about the score'),
      }),
    ),
    ignored_columns: Type.Array(Type.Object({ column: Type.String(), because: Type.String() })),
    lines: Type.Integer(),
    observations: Type.Integer(),
    candidates: Type.Integer({ description: 'Number of pairs of an observation and a molecule' }),
    items: Type.Integer(),
    cells: Type.Integer({ description: 'Number of cells with a value in the columns that are read' }),
    refused_cells: Type.Integer(),
    refusals: Type.Array(ImportError, { description: 'The first 20 refused cells' }),
    notes: Type.Array(ImportNote),
    empty_because: OrNull('Why the file has no items; null if it has some'),
  },
  { title: 'ImportUnderstanding', description: 'How a file would be imported' },
)
