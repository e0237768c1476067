/** Formats of an import file; `table` is the table of a tool, whose layout the survey of the file finds. */
export const IMPORT_FORMATS = ['ndjson', 'csv', 'mztab', 'table'] as const
/** Format of an import file. */
export type ImportFormat = (typeof IMPORT_FORMATS)[number]
