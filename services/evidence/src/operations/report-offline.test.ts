import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contentId, resultHash } from '../adapters/hash/content-id.ts'
import { demoRun } from '../domain/demo/demo-run.ts'
import { readLines } from '../domain/imports/understand.ts'
import type { Report } from '../domain/report/report.ts'
import { reportOffline } from './report-offline.ts'

/** Reads files of any layout by their names and texts. */
const itemsOf = (files: readonly { readonly name: string; readonly text: string }[]) =>
  files.flatMap(({ name, text }) => {
    const { items, errors } = readLines(text.split('\n'), { name })
    expect(errors).toEqual([])
    return items
  })

const report = reportOffline({ contentId, resultHash, packageVersion: '1.2.3' })
const options = { runId: 'run', threshold: 0.5, moment: new Date('2026-11-01') }
const CROSSTOOL = join(import.meta.dirname, '../../../../../shared/data/evidence/exports/crosstool')

function expectSums({ observations }: Report): void {
  for (const { candidates, others, none } of observations) {
    const sum = candidates.reduce((total, { probability }) => total + probability, 0)
    expect(Math.abs(sum + others + none - 1)).toBeLessThan(1e-12)
  }
}

describe('report of files', () => {
  it('finds the molecules of the demonstration run, and none for some of the unknown ones', () => {
    let right = 0
    let known = 0
    for (const seed of [1, 2, 3, 4, 5]) {
      const { files, truth } = demoRun(seed)
      const made = report(itemsOf(files), options)
      expectSums(made.report)
      const best = new Map(
        made.report.observations.map(({ observationId, candidates }) => [observationId, candidates[0]!.key]),
      )
      for (const { featureId, molecule } of truth) {
        if (molecule === null) continue
        known += 1
        if (best.get(featureId) === molecule.inchikey.slice(0, 14)) right += 1
      }
    }
    // Chance would be about a third: most molecules have isomers among the candidates.
    expect(right / known).toBeGreaterThan(0.8)
  })

  it('has the same hash whatever the order of the files, and another one at another threshold', () => {
    const { files } = demoRun(1)
    const { hash } = report(itemsOf(files), options)
    expect(report(itemsOf(files.toReversed()), options).hash).toBe(hash)
    expect(report(itemsOf(files), { ...options, threshold: 0.9 }).hash).not.toBe(hash)
  })

  it.skipIf(!existsSync(CROSSTOOL))('joins the tables of three tools of one real run', () => {
    const files = readdirSync(CROSSTOOL).map((name) => ({
      name,
      text: readFileSync(join(CROSSTOOL, name), 'utf8'),
    }))
    const made = report(itemsOf(files), options)
    expectSums(made.report)
    // Tryptophan: GNPS, SIRIUS and ISDB agree about feature 58, under three spellings of its key.
    const tryptophan = made.report.observations.find(({ observationId }) => observationId === '58')
    expect(tryptophan!.candidates[0]).toMatchObject({
      key: 'QIVBCDIJIAJPQS',
      verdict: 'accepted',
      level: { schymanski: '2a', msi: '2' },
    })
  })
})
