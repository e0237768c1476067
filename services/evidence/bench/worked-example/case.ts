import { assess } from '../../src/domain/assessment/assess.ts'
import { rectify } from '../../src/domain/assessment/rectify.ts'
import { distinctItems, type EvidenceItem } from '../../src/domain/evidence/evidence-item.ts'
import {
  checkEvidence,
  type RawEvidence,
  toEvidenceItem,
} from '../../src/domain/evidence/observed-evidence.ts'
import { defaultFuzzyConfig } from '../../src/domain/fuzzy/fuzzy-config.ts'
import { untrainedModel } from '../../src/domain/inference/learned-model.ts'
import { posterior } from '../../src/domain/inference/posterior.ts'

/** The day on which the question is asked; everything else is dated from it. */
export const NOW_MS = Date.parse('2026-03-01T00:00:00Z')
const daysAgo = (days: number): string => new Date(NOW_MS - days * 86_400_000).toISOString()

const spectrum = (value: number, source: string, uncertainty = 0.05): RawEvidence => ({
  type: 'spectral_match',
  value,
  uncertainty,
  source,
  timestamp: daysAgo(3),
})
const retention = (value: number): RawEvidence => ({
  type: 'retention_index',
  value,
  uncertainty: 0.1,
  source: 'in-house standards',
  timestamp: daysAgo(3),
})
const pathway = (value: number): RawEvidence => ({
  type: 'pathway_membership',
  value,
  uncertainty: 0.15,
  source: 'KEGG',
  timestamp: daysAgo(10),
})

/** Made up, in the size that such measurements have: nine scans of one run, and what else a careful analyst collects. */
const THEOPHYLLINE: readonly RawEvidence[] = [
  ...[0.93, 0.91, 0.9, 0.88, 0.87, 0.85, 0.84, 0.82, 0.8].map((v) => spectrum(v, 'Orbitrap, run 12')),
  spectrum(0.22, 'QTOF, second lab', 0.1),
  retention(0.86),
  pathway(0.7),
  { type: 'nmr_match', value: 0.95, uncertainty: 0.05, source: 'NMR, 2025', timestamp: daysAgo(400) },
]

/** The two isomers that nobody can tell from it by mass: all are C7H8N4O2, [M+H]+ 181.0720. */
const RIVALS = {
  theobromine: [spectrum(0.55, 'Orbitrap, run 12'), retention(0.1), pathway(0.5)],
  paraxanthine: [spectrum(0.74, 'Orbitrap, run 12'), retention(0.2), pathway(0.8)],
} satisfies Record<string, readonly RawEvidence[]>

const named = (raw: readonly RawEvidence[], prefix: string): EvidenceItem[] =>
  raw.map((one, i) => {
    const item = checkEvidence(one, `evidence_list.${i}`)
    return toEvidenceItem(`${prefix}${i + 1}`, item, item.observedAtMs ?? NOW_MS)
  })

export const config = defaultFuzzyConfig
export const model = untrainedModel

export const items = named(THEOPHYLLINE, 'E')
const own = (evidence: readonly EvidenceItem[]) =>
  posterior(distinctItems(evidence), config, model, { nowMs: NOW_MS })

export const rivals = Object.entries(RIVALS).map(([name, raw]) => {
  const { logOdds, score } = own(named(raw, name))
  return { name, logOdds, score }
})
export const claim = { logOdds: rivals.map(({ logOdds }) => logOdds) }

export const withoutRivals = own(items)
export const result = posterior(distinctItems(items), config, model, { nowMs: NOW_MS, rivals: claim })
export const assessment = assess(items, config, model, { nowMs: NOW_MS, rivals: claim })
export const rectification = rectify(result.items, model, 'set_aside')
/** The same evidence without the item that the second lab sent. */
export const withoutConflict = posterior(
  distinctItems(items.filter(({ source }) => source !== 'QTOF, second lab')),
  config,
  model,
  { nowMs: NOW_MS, rivals: claim },
)
