import { candidateKey } from '../domain/evidence/candidate-key.ts'
import { distinctItems, type EvidenceItem } from '../domain/evidence/evidence-item.ts'
import { readObservationText, toEvidenceItem } from '../domain/evidence/observed-evidence.ts'
import { defaultFuzzyConfig } from '../domain/fuzzy/fuzzy-config.ts'
import type { ImportFormat } from '../domain/imports/import-format.ts'
import type { ImportedEvidence } from '../domain/imports/import-record.ts'
import { type ReadFile, readLines, type Understanding, understandFile } from '../domain/imports/understand.ts'
import { untrainedModel } from '../domain/inference/learned-model.ts'
import { assessObservation } from '../domain/inference/observation.ts'
import { candidatesByObservation } from '../domain/inference/pairs.ts'
import { asUtf8, decodedLines, fileHint } from './survey-file.ts'

/** Candidate of an observation with its share and what is known of it. */
interface RunCandidate {
  readonly key: string
  readonly moleculeIds: readonly string[]
  readonly name: string | undefined
  readonly probability: number
  readonly bounds: readonly [number, number]
  readonly evidence: number
  readonly types: readonly string[]
  readonly sources: readonly string[]
  readonly decoy: boolean
}

/** Observation of a run: its candidates, best first, and the share of "none of these". */
export interface RunObservation {
  readonly run: string
  readonly observation: string
  readonly none: number
  readonly candidates: readonly RunCandidate[]
}

/** Decodes the lines of a file: UTF-8, UTF-16 with a byte order mark, or Windows-1252. */
async function linesOf(bytes: Uint8Array): Promise<string[]> {
  const parts: Uint8Array[] = []
  async function* once() {
    yield bytes
  }
  for await (const part of asUtf8(once())) parts.push(part)
  const lines = decodedLines(Buffer.concat(parts), true).map((line) => line ?? '')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** Reads a file of any known layout. */
export async function readEvidenceFile(
  path: string,
  bytes: Uint8Array,
  format?: ImportFormat,
): Promise<ReadFile> {
  return readLines(await linesOf(bytes), fileHint(path), format)
}

/** Says how a file would be imported. */
export async function understandEvidenceFile(
  path: string,
  bytes: Uint8Array,
  format?: ImportFormat,
): Promise<Understanding> {
  return understandFile(await linesOf(bytes), fileHint(path), format)
}

interface Known {
  readonly items: EvidenceItem[]
  readonly moleculeIds: Set<string>
  name: string | undefined
}

const byNumberThenText = new Intl.Collator('en', { numeric: true }).compare

/**
 * Assesses the observations of one run without a server: nothing is stored and nothing was learned. Items of several
 * files with the same observation id are about the same observation.
 */
export function integrateRun(
  evidence: readonly ImportedEvidence[],
  run: string,
  moment: Date,
): RunObservation[] {
  const known = new Map<string, Known>()
  evidence.forEach(({ moleculeId, item }, i) => {
    const key = candidateKey(moleculeId, item.metadata)
    const of = known.get(key) ?? { items: [], moleculeIds: new Set<string>(), name: undefined }
    known.set(key, of)
    const scoped = { ...item, metadata: { run_id: run, ...item.metadata } }
    of.items.push(toEvidenceItem(String(i), scoped, item.observedAtMs ?? moment.getTime()))
    of.moleculeIds.add(moleculeId)
    if (typeof item.metadata.name === 'string') of.name ??= item.metadata.name
  })
  const claimants = [...known].map(([key, { items }]) => ({ key, items }))
  const results = [...candidatesByObservation(claimants)].map(([text, found]): RunObservation => {
    const candidates = [...found].map(([key, items]) => ({ key, items: distinctItems(items) }))
    const shares = assessObservation(candidates, defaultFuzzyConfig, untrainedModel, {
      nowMs: moment.getTime(),
    })
    const { runId, observationId } = readObservationText(text)
    return {
      run: runId,
      observation: observationId,
      none: shares.none,
      candidates: shares.candidates
        .map(({ key, probability, bounds }, j): RunCandidate => {
          const { items } = candidates[j]!
          return {
            key,
            // A candidate that joined by its name is known under a key of its own.
            moleculeIds: [
              ...new Set([
                ...known.get(key)!.moleculeIds,
                ...items.map(({ id }) => evidence[Number(id)]!.moleculeId),
              ]),
            ],
            name: known.get(key)!.name,
            probability,
            bounds,
            evidence: items.length,
            types: [...new Set(items.map(({ type }) => type))].sort(),
            sources: [...new Set(items.map(({ source }) => source))].sort(),
            decoy: items.some(({ decoy }) => decoy === true),
          }
        })
        .sort((a, b) => b.probability - a.probability || byNumberThenText(a.key, b.key)),
    }
  })
  return results.sort((a, b) => byNumberThenText(a.observation, b.observation))
}
