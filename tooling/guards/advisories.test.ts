import { describe, expect, it } from 'vitest'
import { type Evidence, judgeAdvisories, MAX_AGE_DAYS, type Snapshot, type Waiver } from './advisories.ts'

const now = new Date('2026-11-15T12:00:00Z')
const shipped = ['fastify@5.12.8', '@scope/deep@1.0.0']
const high = { fastify: { severity: 'high', range: '<5.13.0' } }
const snapshot: Snapshot = { taken_at: '2026-10-01T00:00:00Z', packages: shipped, advisories: {} }
const waiver: Waiver = {
  signed_at: '2026-11-01',
  expires: '2027-01-01',
  reason: 'the registry takes no audits',
  packages: shipped,
}
const judge = (given: Partial<Evidence>) =>
  judgeAdvisories({ shipped, live: undefined, snapshot: undefined, waiver: undefined, now, ...given })

describe('judgeAdvisories', () => {
  it('fails without an answer, a snapshot and a waiver', () => {
    expect(judge({})).toMatchObject({ source: 'none', problems: [expect.stringContaining('not checked')] })
  })

  it.each([
    ['high', 1],
    ['critical', 1],
    ['moderate', 0],
  ])('the answer of the registry, severity %s: %i problems', (severity, count) => {
    const live = { fastify: { severity, range: '<5.13.0' } }
    // Neither a clean snapshot nor a waiver takes back what the registry says.
    const verdict = judge({ live, snapshot, waiver })
    expect([verdict.source, verdict.problems.length]).toEqual(['registry', count])
  })

  it('a snapshot stands in, with what it knows of the packages that still ship', () => {
    expect(judge({ snapshot, waiver })).toMatchObject({ source: 'snapshot', problems: [] })
    expect(judge({ snapshot: { ...snapshot, advisories: high } }).problems).toEqual([
      'fastify <5.13.0: known advisory, high',
    ])
    const gone = { ...snapshot, advisories: { gone: high.fastify } }
    expect(judge({ snapshot: gone }).problems).toEqual([])
  })

  it.each([
    [
      'a new package',
      { snapshot: { ...snapshot, packages: ['fastify@5.12.8'] } },
      'not cover @scope/deep@1.0.0',
    ],
    [
      'a new version',
      { snapshot: { ...snapshot, packages: ['fastify@5.12.7', '@scope/deep@1.0.0'] } },
      'fastify@5.12.8',
    ],
    [
      'an old snapshot',
      { snapshot: { ...snapshot, taken_at: '2025-11-15' } },
      `older than ${MAX_AGE_DAYS} days`,
    ],
    ['a snapshot without a date', { snapshot: { ...snapshot, taken_at: 'soon' } }, 'older than'],
    [
      'a waiver for other packages',
      { waiver: { ...waiver, packages: ['fastify@5.12.8'] } },
      'does not name @scope/deep',
    ],
    ['a waiver that ended', { waiver: { ...waiver, expires: '2026-11-15' } }, 'ended on 2026-11-15'],
    ['a waiver without end', { waiver: { ...waiver, expires: '2028-01-01' } }, 'must end within'],
    ['a waiver without a day', { waiver: { ...waiver, expires: 'never' } }, 'must end within'],
    ['a waiver without a reason', { waiver: { ...waiver, reason: ' ' } }, 'no reason'],
  ] as [string, Partial<Evidence>, string][])('fails closed: %s', (_, given, why) => {
    const { source, problems } = judge(given)
    expect(source).toBe('none')
    expect(problems).toEqual([expect.stringContaining(why)])
  })

  it('a waiver says aloud that nothing was checked', () => {
    const verdict = judge({ waiver })
    expect(verdict).toMatchObject({ source: 'waiver', problems: [] })
    expect(verdict.summary).toMatch(/NOT CHECKED: waived until 2027-01-01 .* the registry takes no audits/)
  })
})
