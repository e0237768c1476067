import { describe, expect, it } from 'vitest'
import { labelledObservations } from './labelled-observations.ts'
import type { LabelledMolecule, Rival, StoredEvidence } from './ports.ts'

const AT = new Date('2026-01-10T00:00:00Z')
let count = 0
const item = (value: number, observation?: string, metadata: object = {}): StoredEvidence => {
  count += 1
  return {
    id: `item-${count}`,
    type: 'spectral_match',
    value,
    uncertainty: 0.1,
    observedAt: AT,
    recordedAt: AT,
    source: 'QTOF',
    metadata: { ...(observation === undefined ? {} : { observation_id: observation }), ...metadata },
  }
}
const label = (claim: Rival, correct: boolean, observationId?: string): LabelledMolecule => ({
  ...claim,
  correct,
  firstLabelledAt: AT,
  pair: observationId === undefined ? null : { runId: '', observationId },
})

describe('labelled observations', () => {
  const right: Rival = { moleculeId: 'RIGHT', evidence: [item(0.9, 'f1'), item(0.2, 'f2')] }
  const rival: Rival = { moleculeId: 'RIVAL', evidence: [item(0.4, 'f1')] }
  const other: Rival = { moleculeId: 'OTHER', evidence: [item(0.95, 'f2')] }

  it('carry the rivals that nobody has labelled', () => {
    const found = labelledObservations({ molecules: [label(right, true, 'f1')], claims: [right, rival] }, 0)
    expect(found.map((one) => [one.observationId, one.label, one.items.length])).toEqual([
      ['\u0000f1', true, 1],
      ['\u0000f1', undefined, 1],
    ])
  })

  it('of a molecule labelled as such are those of its best pair, rivals counted', () => {
    const found = labelledObservations({ molecules: [label(right, true)], claims: [right, rival, other] }, 0)
    expect(found.map(({ observationId }) => observationId)).toEqual(['\u0000f1', '\u0000f1'])
    const bare: Rival = { moleculeId: 'BARE', evidence: [item(0.7)] }
    const [one] = labelledObservations({ molecules: [label(bare, false)], claims: [] }, 0)
    expect(one).toMatchObject({ label: false, items: [{ value: 0.7 }] })
    expect(one).not.toHaveProperty('observationId')
  })

  it('label the pair before the molecule, and one skeleton once', () => {
    const inchikey = { inchikey: 'RYYVLZVUVIJVGH-UHFFFAOYSA-N' }
    const twin: Rival = { moleculeId: 'TWIN', evidence: [item(0.8, 'f1', inchikey)] }
    const same: Rival = { moleculeId: 'SAME', evidence: [item(0.7, 'f1', inchikey)] }
    const molecules = [
      label(twin, false, 'f1'),
      label(same, true, 'f1'),
      label(rival, true),
      label(rival, false, 'f1'),
    ]
    const found = labelledObservations({ molecules, claims: [rival, same, twin] }, 0)
    expect(found.map((one) => one.label)).toEqual([false, true])
  })
})
