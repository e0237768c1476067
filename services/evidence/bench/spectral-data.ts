import { existsSync, readFileSync } from 'node:fs'
import type { LabelledObservation } from '../src/domain/calibration/labelled-observation.ts'
import { countQuality, type EvidenceItem, massAccuracyValue } from '../src/domain/evidence/evidence-item.ts'
import { mulberry32, randomNormal } from '../src/domain/numerics/random.ts'

/** One query-molecule × library-candidate pair with everything that was measured of it. */
export interface SpectralPair {
  readonly queryMolecule: string
  /** Pairs of one observation are rivals. */
  readonly observationId: string
  readonly label: boolean
  readonly precursorErrorPpm: number
  readonly spectralMatches: readonly number[]
  readonly matchedPeaks: readonly number[]
}

/** Reference data beside the repository; it stays out of it. */
export const referenceFile = new URL(
  '../../../../shared/data/evidence/spectral-candidates.csv',
  import.meta.url,
)

/** The reference pairs, or pairs simulated with roughly their margins when the file is away or `simulate` is asked. */
export function loadPairs(simulate = false): { readonly simulated: boolean; readonly pairs: SpectralPair[] } {
  if (simulate || !existsSync(referenceFile)) return { simulated: true, pairs: simulatePairs(1) }
  return { simulated: false, pairs: parsePairs(readFileSync(referenceFile, 'utf8')) }
}

function parsePairs(csv: string): SpectralPair[] {
  const rows = new Map<string, string[][]>()
  for (const line of csv.trim().split('\n').slice(1)) {
    const cells = line.split(',')
    const list = rows.get(cells[0]!)
    if (list === undefined) rows.set(cells[0]!, [cells])
    else list.push(cells)
  }
  // Candidates of one observation follow each other; `rival_candidates` says how many there are, itself included.
  let observation = 0
  let remaining = 0
  return [...rows.values()].map((cells) => {
    const first = cells[0]!
    if (remaining === 0) {
      observation += 1
      remaining = Number(first[5])
    }
    remaining -= 1
    return {
      queryMolecule: first[1]!,
      observationId: String(observation),
      label: first[3] === '1',
      precursorErrorPpm: Number(first[4]),
      spectralMatches: cells.map((row) => Number(row[7])),
      matchedPeaks: cells.map((row) => Number(row[8])),
    }
  })
}

/** Simulated pairs: 900 queries, one to four candidates each, correlated spectra; the same shape as the reference. */
export function simulatePairs(seed: number): SpectralPair[] {
  const random = mulberry32(seed)
  const pairs: SpectralPair[] = []
  for (let query = 0; query < 900; query += 1) {
    const candidates = 1 + Math.floor(4 * random() ** 2)
    const truth = random() < 0.75 ? Math.floor(random() * candidates) : -1
    for (let c = 0; c < candidates; c += 1) {
      const label = c === truth
      const centre = label ? 1.6 : -1.2
      const common = centre + 1.1 * randomNormal(random)
      const spectra = 1 + Math.floor(6 * random())
      const peaks = Array.from({ length: spectra }, () => Math.floor((label ? 30 : 12) * random()))
      pairs.push({
        queryMolecule: `simulated-${query}`,
        observationId: String(query),
        label,
        precursorErrorPpm: label || random() < 0.5 ? 0 : 8 * randomNormal(random),
        spectralMatches: peaks.map(() => 1 / (1 + Math.exp(-common - 1.2 * randomNormal(random)))),
        matchedPeaks: peaks,
      })
    }
  }
  return pairs
}

/** The pair as the service would receive it. The file gives no uncertainty, so values are taken as measured. */
export function observationOf(pair: SpectralPair, inputs: 'same' | 'extra'): LabelledObservation {
  const item = (type: string, value: number, index: number, quality?: number): EvidenceItem => ({
    id: `${type}-${index}`,
    type,
    value,
    uncertainty: 0,
    observedAtMs: 0,
    source: 'library',
    group: 'library',
    ...(quality === undefined ? {} : { quality }),
  })
  if (inputs === 'same') {
    return { label: pair.label, items: pair.spectralMatches.map((m, i) => item('spectral_match', m, i)) }
  }
  return {
    label: pair.label,
    observationId: pair.observationId,
    items: [
      ...pair.spectralMatches.map((m, i) =>
        item('spectral_match', m, i, countQuality(pair.matchedPeaks[i]!)),
      ),
      item('mass_accuracy', massAccuracyValue(pair.precursorErrorPpm), 0),
    ],
  }
}
