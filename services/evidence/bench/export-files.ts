import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../src/domain/refusal.ts'
import { integrateRun, readEvidenceFile, understandEvidenceFile } from '../src/operations/integrate-run.ts'

/** Files that real tools wrote, beside the repository; they are data of others and stay out of it. */
const EXPORTS = join(import.meta.dirname, '../../../../shared/data/evidence/exports')

/** Whether the files are there. */
export const hasExports = existsSync(EXPORTS)

/** How one file was imported. */
export interface ImportedExport {
  readonly file: string
  readonly layout: string
  readonly observations: number
  readonly candidates: number
  readonly items: number
  readonly cells: number
  readonly refused: number
  /** Share of the cells that were refused. */
  readonly share: number
  /** Whether every refusal names line, column and reason. */
  readonly explained: boolean
  /** Reason why there are no items, or why the whole file was refused. */
  readonly because: string
  readonly wholeRefused: boolean
  /** Largest distance from 1 of the sum of candidates and "none", over all observations. */
  readonly sumError: number
}

async function importExport(file: string): Promise<ImportedExport> {
  const path = join(EXPORTS, file)
  const bytes = readFileSync(path)
  try {
    const { layout, counts, refusals, emptyBecause } = await understandEvidenceFile(path, bytes)
    const { items } = await readEvidenceFile(path, bytes)
    const sums = integrateRun(items, 'run', new Date(0)).map(({ none, candidates }) =>
      candidates.reduce((sum, { probability }) => sum + probability, none),
    )
    return {
      file,
      layout,
      ...counts,
      share: counts.cells === 0 ? 0 : counts.refused / counts.cells,
      explained: refusals.every(({ line, field, issue }) => line > 0 && field !== '' && issue !== ''),
      because: emptyBecause ?? '',
      wholeRefused: false,
      sumError: Math.max(0, ...sums.map((sum) => Math.abs(sum - 1))),
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const none = { observations: 0, candidates: 0, items: 0, cells: 0, refused: 0, share: 0, sumError: 0 }
    return { file, layout: '', ...none, explained: true, because: error.message, wholeRefused: true }
  }
}

/** Imports all files of the tools. */
export function importExports(): Promise<ImportedExport[]> {
  const folders = readdirSync(EXPORTS, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== 'licences',
  )
  const files = folders
    .flatMap(({ name }) => readdirSync(join(EXPORTS, name)).map((file) => `${name}/${file}`))
    .sort()
  return Promise.all(files.map(importExport))
}

/** Features of the three tables of one run, and how many of them agree in the candidate. */
export async function crosstoolJoin() {
  const path = (tool: string) => join(EXPORTS, `crosstool/mapp_batch_00020_${tool}.tsv`)
  const tools = ['gnps_library_hits', 'sirius_compound_identifications', 'isdb_candidates']
  const [gnps, sirius, isdb] = (await Promise.all(
    tools.map(async (tool) => {
      const { items } = await readEvidenceFile(path(tool), readFileSync(path(tool)))
      const observations = integrateRun(items, 'run', new Date(0))
      return new Map(
        observations.map(({ observation, candidates }) => [
          observation,
          new Set(candidates.map(({ key }) => key)),
        ]),
      )
    }),
  )) as [Map<string, Set<string>>, Map<string, Set<string>>, Map<string, Set<string>>]
  const both = (a: Map<string, Set<string>>, b: Map<string, Set<string>>) =>
    [...a.keys()].filter((id) => b.has(id))
  const agreeing = (a: Map<string, Set<string>>, b: Map<string, Set<string>>) =>
    both(a, b).filter((id) => [...a.get(id)!].some((key) => b.get(id)!.has(key))).length
  return {
    features: [gnps.size, sirius.size, isdb.size],
    all: both(gnps, sirius).filter((id) => isdb.has(id)).length,
    gnpsSirius: [both(gnps, sirius).length, agreeing(gnps, sirius)],
    gnpsIsdb: [both(gnps, isdb).length, agreeing(gnps, isdb)],
  }
}
