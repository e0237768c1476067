import Type from 'typebox'

export const OrganizationExportLine = Type.Object(
  {
    export: Type.Optional(Type.Integer({ description: 'First line only: version of the format' })),
    table: Type.Optional(Type.String({ description: 'Table of the row' })),
    row: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'Row as it is stored' })),
    end: Type.Optional(Type.Boolean({ description: 'Last line only: the export is whole' })),
    counts: Type.Optional(
      Type.Record(Type.String(), Type.Integer(), { description: 'Last line only: rows of each table' }),
    ),
    audit_head: Type.Optional(
      Type.String({ description: 'Last line only: end of the audit chain, as seq:hash' }),
    ),
  },
  {
    title: 'OrganizationExportLine',
    description:
      'Line of an export of all data. The first line is a manifest with organization, time and tables; then comes one line per row; the last line holds the counts',
    additionalProperties: true,
  },
)
