import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { CHAIN_START, type ChainLink, type ChainPlace, chainCheck } from './audit-chain.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

function chain(length: number): ChainLink[] {
  const links: ChainLink[] = []
  let { hash } = CHAIN_START
  for (let seq = 1; seq <= length; seq += 1) {
    const sealed = `["entry",${seq}]`
    hash = sha256(`${hash}\n${sealed}`)
    links.push({ seq, id: String(seq * 10), hash, sealed })
  }
  return links
}

const verdict = (links: readonly ChainLink[], head: ChainPlace | undefined = chain(5).at(-1)) => {
  const check = chainCheck(sha256)
  for (const link of links) check.add(link)
  return check.end(head)
}

describe('a chain of audit entries', () => {
  it('is intact as it was written', () => {
    const links = chain(5)
    expect(verdict(links)).toEqual({
      entries: 5,
      head: { seq: 5, hash: links[4]!.hash },
      problems: [],
    })
    expect(verdict([], CHAIN_START)).toEqual({ entries: 0, head: CHAIN_START, problems: [] })
  })

  it('begins where retention ended', () => {
    const links = chain(5)
    const check = chainCheck(sha256, links[1])
    for (const link of links.slice(2)) check.add(link)
    expect(check.end(links[4]).problems).toEqual([])
  })

  it.each<[string, (links: ChainLink[]) => ChainLink[], [number, string][]]>([
    [
      'a changed entry',
      (l) => l.with(2, { ...l[2]!, sealed: '["other"]' }),
      [[3, 'was changed: its hash does not match']],
    ],
    ['a removed entry', (l) => l.with(2, { ...l[2]!, sealed: undefined }), [[3, 'was removed']]],
    ['a removed place', (l) => l.toSpliced(2, 1), [[4, 'entry 3 is missing before it']]],
    ['removed places', (l) => l.toSpliced(1, 2), [[4, 'entries 2 to 3 are missing before it']]],
    ['a removed first place', (l) => l.slice(1), [[2, 'entry 1 is missing before it']]],
    ['a removed end', (l) => l.slice(0, 3), [[5, 'the chain ends at 3, before its last entry']]],
    ['a place twice', (l) => l.toSpliced(3, 0, l[2]!), [[3, 'is not in order']]],
  ])('shows %s', (_, change, expected) => {
    expect(verdict(change(chain(5))).problems.map(({ seq, issue }) => [seq, issue])).toEqual(expected)
  })

  it('shows a chain that was computed anew to its end', () => {
    const check = chainCheck(sha256)
    const other = chain(5).map((link) => ({ ...link }))
    let { hash } = CHAIN_START
    for (const [i, link] of other.entries()) {
      const sealed = i === 2 ? '["forged"]' : link.sealed!
      hash = sha256(`${hash}\n${sealed}`)
      check.add({ ...link, sealed, hash })
    }
    expect(check.end(chain(5)[4]).problems).toHaveLength(1)
  })
})
