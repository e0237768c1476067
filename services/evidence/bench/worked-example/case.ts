/** The demonstration run of the worked example: files of three tools, their report, and the truth. */
import { contentId, resultHash } from '../../src/adapters/hash/content-id.ts'
import { demoRun } from '../../src/domain/demo/demo-run.ts'
import { readLines } from '../../src/domain/imports/understand.ts'
import type { ReportedObservation } from '../../src/domain/report/report.ts'
import { reportOffline } from '../../src/operations/report-offline.ts'

/** Feature that the page explains: the best library hit is not the molecule. */
export const FEATURE = '32'
export const THRESHOLD = 0.5
export const MOMENT = '2026-11-01T00:00:00.000Z'

export const run = demoRun()

const items = run.files.flatMap(({ name, text }) => readLines(text.split('\n'), { name }).items)

export const record = reportOffline({ contentId, resultHash, packageVersion: 'page' })(items, {
  runId: 'demo',
  threshold: THRESHOLD,
  moment: new Date(MOMENT),
})

export const { observations } = record.report

export function observationOf(featureId: string): ReportedObservation {
  const found = observations.find(({ observationId }) => observationId === featureId)
  if (!found) throw new Error(`The demonstration run has no feature ${featureId}.`)
  return found
}

export const truthOf = new Map(run.truth.map(({ featureId, molecule }) => [featureId, molecule]))

/** Returns the lines of a file about a feature, as objects by column. */
export function rowsOf(fileName: RegExp, idColumn: string, featureId: string): Record<string, string>[] {
  const { text } = run.files.find(({ name }) => fileName.test(name))!
  const [header, ...lines] = text.trimEnd().split('\n')
  const names = header!.split('\t')
  return lines
    .map((line) => Object.fromEntries(line.split('\t').map((cell, i) => [names[i]!, cell])))
    .filter((row) => row[idColumn] === featureId)
}
