/**
 * Processor time of one full assessment of 1 000 items after warming up: below 10 ms, and of the smallest set of 500 items
 * that flips a verdict: below 5 ms. In CI pass `--ci`: a noisy machine
 * is judged against twice the bound.
 */

import { runOptions } from '@assay/kit/testing-options'
import { type Row, report, row } from '@assay/kit/testing-report'
import { assess } from '../src/domain/assessment/assess.ts'
import type { EvidenceItem } from '../src/domain/evidence/evidence-item.ts'
import { defaultFuzzyConfig } from '../src/domain/fuzzy/fuzzy-config.ts'
import { counterfactual } from '../src/domain/inference/flip.ts'
import { untrainedModel } from '../src/domain/inference/learned-model.ts'
import { assessObservation } from '../src/domain/inference/observation.ts'
import { posterior } from '../src/domain/inference/posterior.ts'
import { mulberry32 } from '../src/domain/numerics/random.ts'

const TYPES = ['spectral_match', 'sequence_similarity', 'pathway_membership', 'protein_interaction']

function items(count: number, sources: number): EvidenceItem[] {
  const random = mulberry32(3)
  return Array.from({ length: count }, (_, i) => ({
    id: `item-${i}`,
    type: TYPES[i % TYPES.length]!,
    value: random(),
    uncertainty: 0.2 * random(),
    observedAtMs: -random() * 1e10,
    source: `source-${i % sources}`,
    group: `source-${i % sources}`,
  }))
}

/** Processor time of one run: the fastest of twelve batches of ten, so that neighbours on the machine count less. */
function processorMs(run: () => unknown): number {
  const batches = Array.from({ length: 15 }, () => {
    const before = process.cpuUsage()
    for (let i = 0; i < 10; i += 1) run()
    return process.cpuUsage(before).user / 10_000
  }).slice(3)
  return Math.min(...batches)
}

const assessing = (evidence: readonly EvidenceItem[]) => () =>
  assess(evidence, defaultFuzzyConfig, untrainedModel, { nowMs: 0 })

/** Searches the smallest set whose removal flips a verdict, which here is most of 500 supporting items. */
function flipping(): () => unknown {
  const evidence = items(500, 40).map((item) => ({ ...item, value: 0.6 + 0.4 * item.value }))
  const full = posterior(evidence, defaultFuzzyConfig, untrainedModel, { nowMs: 0 })
  const nearlyAll = full.baseLogOdds + 0.1 * (full.logOdds - full.baseLogOdds)
  return () => counterfactual(full, untrainedModel, nearlyAll)
}

/** Rows for `npm run bench`; a short run on a noisy machine is judged against twice the bound. */
export function domainRows(short: boolean): Row[] {
  const boundMs = short ? 20 : 10
  return [
    row(
      'observations of ten candidates per second of processor',
      observationsPerSecond(),
      '>=',
      short ? 2500 : 5000,
    ),
    row(
      'assess 1 000 items from 37 sources, ms of processor',
      processorMs(assessing(items(1000, 37))),
      '<=',
      boundMs,
    ),
    row(
      'what would flip 500 items from 40 sources, ms of processor',
      processorMs(flipping()),
      '<=',
      boundMs / 2,
    ),
    row(
      'assess 1 000 items from 3 sources, ms of processor',
      processorMs(assessing(items(1000, 3))),
      '<=',
      boundMs,
    ),
  ]
}

/** Observations of ten candidates with three items each that one core assesses in a second of processor time. */
function observationsPerSecond(): number {
  const candidates = Array.from({ length: 10 }, (_, k) => ({ key: `${k}`, items: items(3 + k, 2).slice(k) }))
  const batches = Array.from({ length: 8 }, () => {
    const before = process.cpuUsage()
    for (let i = 0; i < 200; i += 1) {
      assessObservation(candidates, defaultFuzzyConfig, untrainedModel, { nowMs: 0 })
    }
    return process.cpuUsage(before).user / 1e6
  }).slice(2)
  return 200 / Math.min(...batches)
}

if (import.meta.main) report(domainRows(runOptions({ flags: ['ci'] }).is.ci))
