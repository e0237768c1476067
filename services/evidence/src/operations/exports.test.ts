import { describe, expect, it } from 'vitest'
import { crosstoolJoin, hasExports, importExports } from '../../bench/export-files.ts'

describe.skipIf(!hasExports)('files that real tools wrote', () => {
  it('are all imported: few cells refused, each with a reason; the invalid ones refused with a sentence', async () => {
    const files = await importExports()
    for (const { file, wholeRefused, because, share, explained, items, sumError } of files) {
      expect({ file, wholeRefused }).toEqual({ file, wholeRefused: file.includes('INVALID_') })
      expect(share, file).toBeLessThanOrEqual(0.02)
      expect({ file, explained }).toEqual({ file, explained: true })
      expect(sumError, file).toBeLessThanOrEqual(1e-12)
      if (items === 0) expect(because, file).toMatch(/\w+ \w+ \w+/)
    }
    expect(files.filter(({ items }) => items > 0).length).toBe(51)
  }, 120_000)

  it('join as their tools agree', async () => {
    expect(await crosstoolJoin()).toEqual({
      features: [232, 799, 406],
      all: 108,
      gnpsSirius: [212, 97],
      gnpsIsdb: [114, 39],
    })
  })
})
