import {
  checkRunId,
  contentForm,
  type ObservedEvidence,
  observationKey,
} from '../domain/evidence/observed-evidence.ts'
import type { ImportJob } from '../domain/imports/import-job.ts'
import { lineReader, MAX_LINE_CHARACTERS } from '../domain/imports/import-lines.ts'
import type { LineError } from '../domain/imports/import-record.ts'
import { Refusal } from '../domain/refusal.ts'
import type {
  Actor,
  ContentId,
  ImportDelivery,
  ImportPart,
  ImportStore,
  NewFileHash,
  NewId,
  ReadPart,
} from './ports.ts'
import { asUtf8, decodedLines, type SentFile, surveyParts } from './survey-file.ts'

/** Size from which whole lines are stored as a part. One part is one transaction. */
const PART_BYTES = 2 * 1024 * 1024
const NEWLINE = 10

/** Splits pieces to at most `PART_BYTES`, so that large pieces do not make larger parts. */
async function* pieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    for (let at = 0; at < piece.length; at += PART_BYTES) yield piece.subarray(at, at + PART_BYTES)
  }
}

/** Splits a stream of bytes into parts of whole lines, without parsing them. */
async function* wholeLines(
  bytes: AsyncIterable<Uint8Array>,
  limits: { maxBytes: number },
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = []
  let heldBytes = 0
  let total = 0
  const joined = () => {
    const all = new Uint8Array(heldBytes)
    let at = 0
    for (const piece of held) {
      all.set(piece, at)
      at += piece.length
    }
    return all
  }
  for await (const piece of pieces(bytes)) {
    total += piece.length
    if (total > limits.maxBytes) {
      throw new Refusal(
        'PAYLOAD_TOO_LARGE',
        `The file is too large. An import can have at most ${limits.maxBytes} bytes, unpacked.`,
        {
          field: 'body',
          issue: `must have at most ${limits.maxBytes} bytes, unpacked`,
          provided: null,
        },
      )
    }
    held.push(piece)
    heldBytes += piece.length
    if (heldBytes < PART_BYTES) continue
    const all = joined()
    const end = all.lastIndexOf(NEWLINE) + 1
    if (end > 0) yield all.subarray(0, end)
    held = [all.subarray(end)]
    heldBytes = all.length - end
    // A character has at most four bytes.
    if (heldBytes > 4 * MAX_LINE_CHARACTERS) {
      throw new Refusal(
        'PAYLOAD_TOO_LARGE',
        `A line is too long. It can have at most ${MAX_LINE_CHARACTERS} characters.`,
        {
          field: 'body',
          issue: `has a line of more than ${MAX_LINE_CHARACTERS} characters`,
          provided: null,
        },
      )
    }
  }
  if (heldBytes > 0) yield joined()
}

/** File to import. */
export interface ImportFile extends SentFile {
  readonly bytes: AsyncIterable<Uint8Array>
  /** Run that the observations of the file belong to; by default the file is its own run. */
  readonly runId?: string | undefined
  readonly runName?: string | undefined
}

/**
 * Receives a file part by part and queues it when it is complete. Finds its layout on the way, and refuses a file whose
 * layout is not known or that contradicts itself before anything is kept.
 */
export function receiveImport(deps: {
  imports: ImportStore
  newId: NewId
  newFileHash: NewFileHash
  maxBytes: number
}) {
  return async (actor: Actor, file: ImportFile): Promise<ImportJob> => {
    const runId = file.runId === undefined ? undefined : checkRunId(file.runId, 'run_id')
    const id = deps.newId()
    const hash = deps.newFileHash()
    await deps.imports.start(actor, { id, format: file.format ?? file.fallback ?? 'table' })
    try {
      let count = 0
      const survey = surveyParts(file)
      for await (const part of wholeLines(asUtf8(file.bytes), deps)) {
        hash.add(part)
        survey.part(part)
        await deps.imports.append(actor, id, count, part)
        count += 1
      }
      if (count === 0)
        throw new Refusal('MALFORMED_REQUEST', 'The file is empty.', {
          field: 'body',
          issue: 'is empty',
          provided: null,
        })
      // The file is its own scope unless a run is named. The same file again is the same run, so it adds nothing.
      const fileHash = hash.end()
      const run = { id: runId ?? `file-${fileHash.slice(0, 32)}`, name: file.runName ?? null }
      const complete = { chunkCount: count, hash: fileHash, run, survey: survey.end() }
      return await deps.imports.accept(actor, id, complete)
    } catch (error) {
      const delivery = { organizationId: actor.organizationId, importId: id }
      const reason =
        error instanceof Refusal ? error.message : 'The upload was interrupted. Send the file again.'
      // If this fails too, a later import marks this one; the sender needs the first error.
      await deps.imports.fail(delivery, reason).catch(() => {})
      throw error
    }
  }
}

/** Returns the state of an import. */
export function findImport(deps: { imports: ImportStore }) {
  return async (actor: Actor, id: string): Promise<ImportJob> => {
    const found = await deps.imports.find(actor.organizationId, id)
    if (found) return found
    throw new Refusal('NOT_FOUND', 'Your organization has no import with this id.', {
      field: 'import_id',
      issue: 'does not exist',
      provided: id,
    })
  }
}

/** Number of lines after which other work of the process has its turn. */
const PAUSE_LINES = 250
const PAUSE_CHARACTERS = 200_000

interface Reading {
  readonly contentId: ContentId
  /** Lets other work of the process run. */
  readonly pause: () => Promise<void>
}

/** Puts an item about an observation into the run of its file, unless it names another. */
function inRun(item: ObservedEvidence, runId: string): ObservedEvidence {
  const { metadata } = item
  if (runId === '' || metadata.run_id !== undefined || observationKey(metadata) === undefined) return item
  return { ...item, metadata: { ...metadata, run_id: runId } }
}

async function readPart({ format, runId, state, bytes }: ImportPart, deps: Reading): Promise<ReadPart> {
  const errors: LineError[] = []
  const reader = lineReader(format, state, (error) => errors.push(error))
  const lines = decodedLines(bytes, format === 'table' || format === 'mztab')
  // The text after the last newline is not a line.
  if (lines.at(-1) === '') lines.pop()
  const items: ReadPart['items'][number][] = []
  let characters = 0
  for (const [i, text] of lines.entries()) {
    if (text === undefined) reader.skip('is not valid UTF-8')
    else
      for (const { moleculeId, item: read } of reader.read(text)) {
        const item = inRun(read, runId)
        items.push({
          moleculeId,
          item,
          id: deps.contentId(contentForm(item)),
          line: state.lineNumber + i + 1,
        })
      }
    characters += text?.length ?? 0
    if (i % PAUSE_LINES !== PAUSE_LINES - 1 && characters < PAUSE_CHARACTERS) continue
    characters = 0
    await deps.pause()
  }
  // Sorted, so that each index page is visited once.
  items.sort((a, b) => (a.moleculeId < b.moleculeId ? -1 : a.moleculeId > b.moleculeId ? 1 : 0))
  return { items, errors, state: reader.state() }
}

/** Returns a reader that caches the last part that was read ahead. */
function rememberingReader(deps: Reading): (part: ImportPart) => Promise<ReadPart> {
  let last: { line: number; bytes: number; part: Promise<ReadPart> } | undefined
  return (part) => {
    const { lineNumber: line } = part.state
    const bytes = part.bytes.length
    // The first line number identifies a part within an import.
    if (last?.line === line && last.bytes === bytes) return last.part
    const read = readPart(part, deps)
    last = { line, bytes, part: read }
    return read
  }
}

/**
 * Runs one delivery of an import. Stores each part in one transaction with the progress, so that a delivery after
 * a crash continues with the next part and no part is stored twice. Requeues the rest after `sliceParts` parts, so
 * that large imports take turns.
 */
export function runImport(deps: Reading & { imports: ImportStore; sliceParts: number }) {
  return async (delivery: ImportDelivery, signal: AbortSignal): Promise<void> => {
    const read = rememberingReader(deps)
    try {
      for (let parts = 0; !signal.aborted; parts += 1) {
        if (parts === deps.sliceParts) return await deps.imports.requeue(delivery)
        if ((await deps.imports.advance(delivery, read)) !== 'more') return
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await deps.imports.fail(delivery, error.message)
      return
    }
    throw new Error('stopped before the end; another delivery continues')
  }
}

/** Marks an import as failed after all its deliveries failed. */
export function buryImport(deps: { imports: ImportStore }) {
  return (delivery: ImportDelivery): Promise<void> =>
    deps.imports.fail(
      delivery,
      'The import failed repeatedly because of an internal error. Evidence that was read before is kept. Send the file again.',
    )
}
