import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf, stopProcess } from '@assay/kit/testing-process'
import { expect, test } from 'vitest'
import { audio, audioToEnd } from '../cli.ts'

const entry = (name: string, key: string) => `${name}:${createHash('sha256').update(key).digest('hex')}`

test('prove: every claim about a sound deployment with two clients holds', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-prove-'))
  const keys = [`key-${'a'.repeat(40)}`, `key-${'b'.repeat(40)}`] as const
  const server = audio(['serve', '--port', '0', '--admin-port', '-1', '--data-dir', folder], {
    AUTHENTICATION: 'api-key',
    API_KEYS: `${entry('ada', keys[0])},${entry('bob', keys[1])}`,
  })
  try {
    const url = await addressOf(server)
    const args = ['prove', '--url', url, '--key', keys[0], '--other-key', keys[1], '--json']
    const { code, output } = await audioToEnd(args)
    const { claims } = JSON.parse(output) as { claims: { verdict: string }[] }
    expect(claims.filter(({ verdict }) => verdict === 'broken')).toEqual([])
    expect(claims.filter(({ verdict }) => verdict === 'holds').length).toBeGreaterThan(8)
    expect(code).toBe(0)
  } finally {
    await stopProcess(server)
    await rm(folder, { recursive: true, force: true })
  }
})
