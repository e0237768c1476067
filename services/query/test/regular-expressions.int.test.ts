import { join } from 'node:path'
import { checkSync } from 'recheck'
import { describe, expect, it } from 'vitest'
import { builtExpressionsIn, regularExpressionsIn } from './regular-expressions.ts'

const SRC = join(import.meta.dirname, '../src')
process.env.RECHECK_SYNC_BACKEND = 'pure'

/** A repeat with a large bound is held to be one without any, which can only be slower: the automaton stays small. */
const withoutBounds = (source: string) => source.replaceAll(/\{1,\d{2,}\}/g, '+')
const isSafe = (source: string, flags: string) =>
  checkSync(withoutBounds(source), flags, { timeout: 20_000 }).status === 'safe'

describe('regular expressions', () => {
  const found = regularExpressionsIn(SRC)
  const distinct = [...new Map(found.map((one) => [`/${one.source}/${one.flags}`, one]))]

  it('are found, and none is built from text at run time', () => {
    expect(found.length).toBeGreaterThan(10)
    expect(builtExpressionsIn(SRC)).toEqual([])
  })
  it.each(distinct)('%s takes time that grows no faster than the text', (_shown, { source, flags }) => {
    expect(isSafe(source, flags)).toBe(true)
  })
  it('would be caught if they were not safe', () => {
    expect(isSafe('^(a+)+$', '')).toBe(false)
    expect(isSafe('^\\d+\\d+x$', '')).toBe(false)
  })
})
