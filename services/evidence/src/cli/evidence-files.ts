import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { UserError } from '@assay/kit/cli'
import type { LineError } from '../domain/imports/import-record.ts'
import { Refusal } from '../domain/refusal.ts'

/** Largest file that is read, unpacked. */
const MAX_BYTES = 1_000_000_000

/** Reads a file, unpacked if it is gzipped. */
export async function bytesOf(path: string): Promise<Uint8Array> {
  const bytes = await readFile(path).catch(() => {
    throw new UserError(`${path} cannot be read. Check that it exists and that you may read it.`)
  })
  if (!path.toLowerCase().endsWith('.gz')) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES })
  } catch {
    throw new UserError(`${path} is not valid gzip, or has more than ${MAX_BYTES} bytes unpacked.`)
  }
}

/** Prints the cells of a file that were not read. */
export function reportErrors(path: string, several: boolean, errors: readonly LineError[]): void {
  for (const { line, field, issue, provided } of errors.slice(0, 1000)) {
    const where = several ? `${path}: line ${line}` : `line ${line}`
    process.stderr.write(
      `${where}: ${field === '' ? '' : `${field} `}${issue}${provided === undefined ? '' : ` (${provided})`}\n`,
    )
  }
}

/** Names the file in the message of a refusal. */
export async function ofFile<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) throw new UserError(`${path}: ${error.message}`)
    throw error
  }
}
