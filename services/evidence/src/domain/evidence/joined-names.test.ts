import { describe, expect, it } from 'vitest'
import { defaultFuzzyConfig } from '../fuzzy/fuzzy-config.ts'
import { poolCandidates } from '../inference/candidates.ts'
import { untrainedModel } from '../inference/learned-model.ts'
import { assessPairs } from '../inference/pairs.ts'
import type { EvidenceItem } from './evidence-item.ts'
import { joinedKeys } from './joined-names.ts'

const item = (name: string | undefined, source = 'tool', observation = '1'): EvidenceItem => ({
  id: `${name} ${source} ${observation}`,
  type: 'spectral_match',
  value: 0.8,
  uncertainty: 0.1,
  observedAtMs: 0,
  source,
  group: source,
  observation,
  ...(name === undefined ? {} : { name }),
})
const claim = (key: string, name: string | undefined, source?: string) => ({
  key,
  items: [item(name, source)],
})
const CAFFEINE = 'RYYVLZVUVIJVGH'

describe('joinedKeys', () => {
  it.each([
    [
      'one spelling of a name',
      [claim('Caffeine', 'Caffeine'), claim('caffeine', 'caffeine ')],
      ['Caffeine', 'Caffeine'],
    ],
    [
      'the structure of that name',
      [claim('caffeine', 'caffeine'), claim(CAFFEINE, 'Caffeine')],
      [CAFFEINE, CAFFEINE],
    ],
    [
      'no one of two structures',
      [claim('PC 34:1', 'PC 34:1'), claim(CAFFEINE, 'PC 34:1'), claim('AAAAAAAAAAAAAA', 'PC 34:1')],
      ['PC 34:1', CAFFEINE, 'AAAAAAAAAAAAAA'],
    ],
    ['no other name', [claim('Caffeine', 'Caffeine'), claim('Theine', 'Theine')], ['Caffeine', 'Theine']],
    ['no identifiers', [claim('MOL_1', 'Other'), claim('MOL_2', 'Other')], ['MOL_1', 'MOL_2']],
  ])('joins a name with %s', (_, claims, keys) => expect(joinedKeys(claims)).toEqual(keys))

  it('makes one candidate of two names, within an observation only', () => {
    const molecule = (moleculeId: string, source: string, observation: string) => ({
      moleculeId,
      key: moleculeId,
      name: moleculeId,
      items: [item(moleculeId, source, observation)],
    })
    const claims = [
      molecule('Caffeine', 'a', '1'),
      molecule('caffeine', 'b', '1'),
      molecule('CAFFEINE', 'c', '2'),
    ]
    const [pooled, ...others] = poolCandidates(claims, '1')
    expect(others).toEqual([])
    expect(pooled).toMatchObject({ moleculeIds: ['Caffeine', 'caffeine'], items: [{}, {}] })
    const [own, ...rivals] = claims
    const now = { nowMs: 0 }
    expect(assessPairs(own!, rivals, defaultFuzzyConfig, untrainedModel, now)[0].rivals).toBeUndefined()
  })
})
