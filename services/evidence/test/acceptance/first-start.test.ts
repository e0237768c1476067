import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf, stopProcess } from '@assay/kit/testing-process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { evidence, evidenceToEnd } from '../cli.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'evidence-first-start-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const PORTS = ['--port', '0', '--admin-port', '-1']
const ADA = { username: 'ada', password: 'correct horse battery staple' }
const cookieOf = (answer: Response) => answer.headers.get('set-cookie')!.split(';')[0]!

test('serve prints a one-time address while there is no user, and none afterwards', async () => {
  const args = ['serve', ...PORTS, '--data-dir', folder, '--drain-delay-ms', '0']
  const first = evidence(args)
  const url = await addressOf(first)
  const [, token] = await first.wrote(
    new RegExp(`Open ${url}/setup#([\\w-]{43}) to create the first administrator`),
  )
  const send = (content: object) =>
    fetch(`${url}/v1/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(content),
    })
  const created = await send({ token, ...ADA })
  expect(created.status).toBe(201)
  expect(await created.json()).toMatchObject({ user: { role: 'admin', organization: 'My organization' } })
  const me = await fetch(`${url}/v1/session`, { headers: { cookie: cookieOf(created) } })
  expect(me.status).toBe(200)
  expect((await send({ token, ...ADA })).status).toBe(409)
  await stopProcess(first)

  const second = evidence(args)
  await addressOf(second)
  const { output } = await stopProcess(second)
  expect(output).not.toContain('/setup#')

  // A demonstration does not mix with users of a laboratory.
  const demo = await evidenceToEnd(['serve', '--demo', ...PORTS, '--data-dir', folder])
  expect([demo.code, demo.output]).toEqual([1, expect.stringContaining('has users of its own')])
})

test('serve --demo signs one browser in as a researcher of the example run, and leaves nothing behind', async () => {
  const demo = evidence(['serve', '--demo', ...PORTS, '--drain-delay-ms', '0'], { TMPDIR: folder })
  const url = await addressOf(demo)
  const [, address = ''] = await demo.wrote(/Open (http:\S+\/v1\/demo\?token=[\w-]{43}) to look around/)
  expect(address.startsWith('http://127.0.0.1:')).toBe(true)
  expect(readdirSync(folder).filter((name) => name.startsWith('assay-demo-'))).toHaveLength(1)
  const open = (target: string) => fetch(target, { redirect: 'manual' })
  expect((await open(`${url}/v1/demo?token=${'A'.repeat(43)}`)).status).toBe(401)
  const answers = await Promise.all([open(address), open(address), open(address)])
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 401, 401])
  const entered = answers.find(({ status }) => status === 303)!
  expect(new URL(entered.headers.get('location')!, address).href).toBe(`${url}/`)
  const headers = { cookie: cookieOf(entered) }
  const read = async (path: string) => (await fetch(`${url}${path}`, { headers })).json()
  expect(await read('/v1/session')).toMatchObject({ user: { username: 'demo', role: 'researcher' } })
  expect(await read('/v1/runs')).toMatchObject({ runs: [{ run_id: 'example', observations: 40 }] })
  expect(await read('/v1/setup')).toEqual({ needed: false })
  await stopProcess(demo)
  expect(readdirSync(folder).filter((name) => name.startsWith('assay-demo-'))).toEqual([])
})

test('serve --demo refuses an address that other machines can reach', async () => {
  const { code, output } = await evidenceToEnd(['serve', '--demo', '--host', '0.0.0.0'])
  expect([code, output]).toEqual([2, expect.stringContaining('on this machine only')])
})
