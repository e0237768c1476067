import { addressOf, stopProcess } from '@assay/kit/testing-process'
import { expect, test } from 'vitest'
import { query, queryToEnd } from '../cli.ts'

test('prove: every claim about a sound deployment holds; a stopped one breaks them', async () => {
  const server = query(['serve', '--port', '0', '--admin-port', '-1'])
  const url = await addressOf(server)
  try {
    const { code, output } = await queryToEnd(['prove', '--url', url, '--json'])
    const { claims } = JSON.parse(output) as { claims: { claim: string; verdict: string }[] }
    expect(claims.filter(({ verdict }) => verdict === 'broken')).toEqual([])
    expect(claims.filter(({ verdict }) => verdict === 'holds').length).toBeGreaterThan(7)
    expect(code).toBe(0)
  } finally {
    await stopProcess(server)
  }
  const gone = await queryToEnd(['prove', '--url', url])
  expect([gone.code, gone.output]).toEqual([1, expect.stringContaining('broken')])
})
