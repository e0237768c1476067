import { createInflateRaw } from 'node:zlib'
import { Refusal } from '../../domain/refusal.ts'

const refuse = (issue: string, provided: unknown = null): never => {
  throw new Refusal('VALIDATION_ERROR', `workbook ${issue}`, { field: 'workbook', issue, provided })
}

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_ENTRY = 0x04034b50
const MAX_COMMENT = 65_535
/** A workbook has a few dozen parts; more are an attack on the reader of the directory. */
const MAX_ENTRIES = 2000
const STORED = 0
const DEFLATED = 8

/** One file inside an archive. */
export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly start: number
  readonly compressedBytes: number
}

const within = (condition: boolean) => {
  if (!condition) refuse('is damaged: its directory points outside the file')
}

/** Reads the directory of a ZIP archive (PKWARE APPNOTE 6.3, without ZIP64 and encryption). Every offset is checked. */
export function zipEntries(file: Uint8Array): ReadonlyMap<string, ZipEntry> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  let end = file.length - 22
  const last = Math.max(0, file.length - 22 - MAX_COMMENT)
  while (end >= last && view.getUint32(end, true) !== END_OF_DIRECTORY) end--
  if (end < last || end < 0) return refuse('is not a ZIP archive, so not an .xlsx file')
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  if (count > MAX_ENTRIES) return refuse(`has more than ${MAX_ENTRIES} parts`, count)
  const entries = new Map<string, ZipEntry>()
  for (let i = 0; i < count; i++) {
    within(at + 46 <= file.length)
    if (view.getUint32(at, true) !== DIRECTORY_ENTRY)
      return refuse('is damaged: its directory cannot be read')
    if (view.getUint16(at + 8, true) & 1) return refuse('is protected by a password')
    const method = view.getUint16(at + 10, true)
    const compressedBytes = view.getUint32(at + 20, true)
    const nameLength = view.getUint16(at + 28, true)
    const local = view.getUint32(at + 42, true)
    within(at + 46 + nameLength <= file.length && local + 30 <= file.length)
    const name = new TextDecoder().decode(file.subarray(at + 46, at + 46 + nameLength))
    if (view.getUint32(local, true) !== LOCAL_ENTRY) return refuse('is damaged: a part cannot be found')
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    within(start + compressedBytes <= file.length)
    entries.set(name, { name, method, start, compressedBytes })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

/** Bytes that a workbook may still unpack to; shared by all its parts, so that no part can be a bomb. */
export interface UnpackBudget {
  left: number
}

const PIECE = 64 * 1024
/** Sheets shrink to a tenth or a twentieth. What unpacks to a hundred times its size was made to do so. */
const MAX_RATIO = 100
/** Below this a high ratio does no harm: an empty sheet may have one. */
const RATIO_FROM_BYTES = 4 * 1024 ** 2

/** Unpacks one part piece by piece. What it says about its size is not believed; the budget counts what comes out. */
export async function* unpack(
  file: Uint8Array,
  entry: ZipEntry,
  budget: UnpackBudget,
): AsyncGenerator<Uint8Array, void, undefined> {
  const packed = file.subarray(entry.start, entry.start + entry.compressedBytes)
  let unpacked = 0
  const spend = (piece: Uint8Array) => {
    budget.left -= piece.length
    unpacked += piece.length
    if (unpacked > RATIO_FROM_BYTES && unpacked > MAX_RATIO * packed.length)
      refuse(`unpacks to more than ${MAX_RATIO} times its size; send it as CSV`)
    if (budget.left < 0) refuse('unpacks to more than the service accepts; send it as CSV')
    return piece
  }
  if (entry.method === STORED) {
    for (let at = 0; at < packed.length; at += PIECE) yield spend(packed.subarray(at, at + PIECE))
    return
  }
  if (entry.method !== DEFLATED)
    return refuse('uses a compression that .xlsx files do not have', entry.method)
  const inflate = createInflateRaw({ chunkSize: PIECE })
  inflate.end(packed)
  try {
    for await (const piece of inflate) yield spend(piece as Uint8Array)
  } catch (error) {
    if (error instanceof Refusal) throw error
    refuse('is damaged: a part cannot be unpacked')
  } finally {
    inflate.destroy()
  }
}
