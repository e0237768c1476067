import type { TableFormat } from '../../operations/ports.ts'
import { csvFormat } from './csv.ts'
import { ndjsonFormat } from './ndjson.ts'
import { xlsxFormat } from './xlsx.ts'

/** Every format in which a table may come. */
export const TABLE_FORMATS: readonly TableFormat[] = [csvFormat, ndjsonFormat, xlsxFormat]

/** Formats by the end of a file's name. */
export const FORMAT_OF_EXTENSION: Readonly<Record<string, TableFormat>> = {
  '.csv': csvFormat,
  '.tsv': csvFormat,
  '.txt': csvFormat,
  '.xlsx': xlsxFormat,
  '.ndjson': ndjsonFormat,
  '.jsonl': ndjsonFormat,
}
