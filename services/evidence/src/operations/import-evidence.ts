import { contentForm } from '../domain/evidence/observed-evidence.ts'
import type { ImportJob } from '../domain/imports/import-job.ts'
import {
  type ImportFormat,
  type LineError,
  lineReader,
  MAX_LINE_CHARACTERS,
} from '../domain/imports/import-lines.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Actor, ContentId, ImportDelivery, ImportPart, ImportStore, NewId, ReadPart } from './ports.ts'

/** Bytes after which a part of whole lines is stored; one part is one transaction. */
const PART_BYTES = 2 * 1024 * 1024
const NEWLINE = 10

/** Pieces of at most `PART_BYTES`: whoever sends more at once gets no larger parts. */
async function* pieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    for (let at = 0; at < piece.length; at += PART_BYTES) yield piece.subarray(at, at + PART_BYTES)
  }
}

/** Cuts a stream of bytes into parts of whole lines, without looking into them. */
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
        `An import may have at most ${limits.maxBytes} bytes, unpacked.`,
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
      throw new Refusal('PAYLOAD_TOO_LARGE', `A line may have at most ${MAX_LINE_CHARACTERS} characters.`, {
        field: 'body',
        issue: `has a line of more than ${MAX_LINE_CHARACTERS} characters`,
        provided: null,
      })
    }
  }
  if (heldBytes > 0) yield joined()
}

/** Takes a file in, part by part, and queues it when it is whole. */
export function receiveImport(deps: { imports: ImportStore; newId: NewId; maxBytes: number }) {
  return async (
    actor: Actor,
    file: { format: ImportFormat; bytes: AsyncIterable<Uint8Array> },
  ): Promise<ImportJob> => {
    const id = deps.newId()
    await deps.imports.start(actor, { id, format: file.format })
    try {
      let count = 0
      for await (const part of wholeLines(file.bytes, deps)) {
        await deps.imports.append(actor, id, count, part)
        count += 1
      }
      if (count === 0)
        throw new Refusal('MALFORMED_REQUEST', 'The file is empty.', {
          field: 'body',
          issue: 'is empty',
          provided: null,
        })
      await deps.imports.accept(actor, id, count)
    } catch (error) {
      const delivery = { organizationId: actor.organizationId, importId: id }
      await deps.imports.fail(delivery, error instanceof Refusal ? error.message : 'The upload broke off.')
      throw error
    }
    return findImport(deps)(actor, id)
  }
}

/** How an import is getting on. */
export function findImport(deps: { imports: ImportStore }) {
  return async (actor: Actor, id: string): Promise<ImportJob> => {
    const found = await deps.imports.find(actor.organizationId, id)
    if (found) return found
    throw new Refusal('NOT_FOUND', 'Your organization has no import with this id.', {
      field: 'import_id',
      issue: 'is unknown',
      provided: id,
    })
  }
}

/** Lines and characters after which other work of the process gets its turn. */
const PAUSE_LINES = 250
const PAUSE_CHARACTERS = 200_000

interface Reading {
  readonly contentId: ContentId
  /** Lets the process do what waits. */
  readonly pause: () => Promise<void>
}

async function readPart({ format, state, bytes }: ImportPart, deps: Reading): Promise<ReadPart> {
  const errors: LineError[] = []
  const reader = lineReader(format, state, (error) => errors.push(error))
  const lines = decodedLines(bytes)
  // What follows the last newline is no line.
  if (lines.at(-1) === '') lines.pop()
  const items: ReadPart['items'][number][] = []
  let characters = 0
  for (const [i, text] of lines.entries()) {
    if (text === undefined) reader.skip('is not valid UTF-8')
    else
      for (const { moleculeId, item } of reader.read(text))
        items.push({
          moleculeId,
          item,
          id: deps.contentId(contentForm(item)),
          line: state.lineNumber + i + 1,
        })
    characters += text?.length ?? 0
    if (i % PAUSE_LINES !== PAUSE_LINES - 1 && characters < PAUSE_CHARACTERS) continue
    characters = 0
    await deps.pause()
  }
  // Neighbours in the index: a page is visited once.
  items.sort((a, b) => (a.moleculeId < b.moleculeId ? -1 : a.moleculeId > b.moleculeId ? 1 : 0))
  return { items, errors, state: reader.state() }
}

/** Remembers the last part that was read ahead of its turn. */
function rememberingReader(deps: Reading): (part: ImportPart) => Promise<ReadPart> {
  let last: { line: number; bytes: number; part: Promise<ReadPart> } | undefined
  return (part) => {
    const { lineNumber: line } = part.state
    const bytes = part.bytes.length
    // Within one import the line at which a part begins says which part it is.
    if (last?.line === line && last.bytes === bytes) return last.part
    const read = readPart(part, deps)
    last = { line, bytes, part: read }
    return read
  }
}

/** Decodes UTF-8. A byte order mark is left out; faulty bytes give undefined, because replacing them would change data. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The lines of a part; undefined for a line that is not UTF-8. Decoding line by line is slow, and rarely needed. */
function decodedLines(bytes: Uint8Array): (string | undefined)[] {
  const whole = decodeUtf8(bytes)
  if (whole !== undefined) return whole.split('\n')
  const lines: (string | undefined)[] = []
  for (let at = 0; at <= bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, at)
    const end = newline < 0 ? bytes.length : newline
    lines.push(decodeUtf8(bytes.subarray(at, end)))
    at = end + 1
  }
  return lines
}

/**
 * One delivery of an import. Each part is kept in a transaction with the progress, so a delivery after a crash goes on
 * with the part that was not done, and none is done twice. After `sliceParts` parts the rest goes to the end of the queue:
 * large imports take turns.
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
    throw new Error('stopped before the end; another delivery goes on')
  }
}

/** The last word on an import whose every delivery failed. */
export function buryImport(deps: { imports: ImportStore }) {
  return (delivery: ImportDelivery): Promise<void> =>
    deps.imports.fail(delivery, 'The import failed repeatedly on our side; what was read is kept.')
}
