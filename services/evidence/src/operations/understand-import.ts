import { lineReader, startOfFile } from '../domain/imports/import-lines.ts'
import type { ImportedEvidence, LineError } from '../domain/imports/import-record.ts'
import { surveyor } from '../domain/imports/survey.ts'
import { type Understanding, understandingOf } from '../domain/imports/understand.ts'
import { Refusal } from '../domain/refusal.ts'
import { asUtf8, decodedLines, fileHint, type SentFile } from './survey-file.ts'

/** Largest file of a dry run, which is held in memory. */
const MAX_BYTES = 32 * 1024 * 1024
const PAUSE_LINES = 250

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let total = 0
  for await (const part of asUtf8(bytes)) {
    total += part.length
    if (total > MAX_BYTES) {
      const issue = `must have at most ${MAX_BYTES} bytes, unpacked`
      throw new Refusal(
        'PAYLOAD_TOO_LARGE',
        `The file is too large for a dry run: it ${issue}. Send its first lines.`,
        {
          field: 'body',
          issue,
          provided: null,
        },
      )
    }
    parts.push(part)
  }
  const whole = new Uint8Array(total)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Says how a file would be imported, without keeping anything. Lets other work run between lines. */
export function understandImport(deps: { readonly pause: () => Promise<void> }) {
  return async (file: SentFile & { readonly bytes: AsyncIterable<Uint8Array> }): Promise<Understanding> => {
    const lines = decodedLines(await collect(file.bytes), true).map((line) => line ?? '')
    if (lines.at(-1) === '') lines.pop()
    const named = file.format === 'table' ? undefined : file.format
    const first = surveyor(fileHint(file.name), named, file.fallback)
    for (const [i, line] of lines.entries()) {
      first.line(line)
      if (i % PAUSE_LINES === PAUSE_LINES - 1) await deps.pause()
    }
    const survey = first.end()
    const errors: LineError[] = []
    const items: ImportedEvidence[] = []
    const reader = lineReader(survey.format, { ...startOfFile, survey }, (error) => errors.push(error))
    for (const [i, line] of lines.entries()) {
      for (const item of reader.read(line)) items.push(item)
      if (i % PAUSE_LINES === PAUSE_LINES - 1) await deps.pause()
    }
    return understandingOf({ survey, items, errors, state: reader.state() })
  }
}
