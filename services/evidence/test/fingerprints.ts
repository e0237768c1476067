/** Fixtures behind the version of evidence's results; run as a command, it writes their fingerprint. */
import { join } from 'node:path'
import { fingerprintsCommand, type Versioned } from '@assay/kit/testing-fingerprints'
import { contentId, resultHash } from '../src/adapters/hash/content-id.ts'
import { assessOffline } from '../src/operations/assess-offline.ts'

export const FINGERPRINTS = join(import.meta.dirname, 'fingerprints.json')

const REQUESTS = [
  {
    molecule_id: 'CHEBI:27732',
    evidence_list: [
      { type: 'spectral_match', value: 0.93, uncertainty: 0.05, source: 'Orbitrap' },
      { type: 'spectral_match', value: 0.9, uncertainty: 0.05, source: 'Orbitrap' },
      {
        type: 'spectral_match',
        value: 0.25,
        uncertainty: 0.1,
        source: 'QTOF',
        timestamp: '2025-06-15T00:00:00Z',
      },
      { type: 'pathway_membership', value: 0.8, source: 'KEGG' },
      { type: 'sequence_similarity', value: 0.85, source: 'UniProt', metadata: { target: 'CYP1A2' } },
    ],
    fuzzy_config: { membership_functions: { spectral_match: 'gaussian' }, decay_half_life_days: 365 },
  },
  {
    molecule_id: 'CID:2519',
    evidence_list: [
      { type: 'spectral_match', value: 0.2, uncertainty: 0.3, source: 'a' },
      { type: 'protein_interaction', value: 0.55, source: 'b' },
    ],
  },
]

const assess = assessOffline({ contentId, resultHash })
const integrated = (request: object) => {
  const [result] = assess(JSON.stringify(request), 'json', new Date('2026-06-15')).results
  if (!result) throw new Error('A fixture has no result.')
  return result
}

export const VERSIONS: readonly Versioned[] = [
  {
    name: 'ALGORITHM_VERSION',
    version: integrated(REQUESTS[1]!).algorithmVersion,
    results: () => REQUESTS.map((request) => integrated(request).assessment),
  },
]

if (import.meta.main) await fingerprintsCommand(FINGERPRINTS, VERSIONS)
