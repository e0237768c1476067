import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf, stopProcess } from '@assay/kit/testing-process'
import { checkSheets } from '@assay/kit/testing-sheets'
import { expect, test } from 'vitest'
import { environment, MAIN, query, queryToEnd } from '../cli.ts'

const SURVEY = 'sex,age_months,weight_kg,height_cm\nm,24,12,86\nf,30,12.5,90\nm,40,11,92\n'

/** Runs every command with a result, among them `prove`, as a spreadsheet reads it. */
async function readSheets(url: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-sheets-'))
  try {
    const survey = join(folder, 'survey.csv')
    await writeFile(survey, SURVEY)
    const [answer, metrics, figures, claims, keys] = await checkSheets(
      MAIN,
      [
        ['ask', 'I am 180 cm tall and weigh 80 kg.\tWhat is my BMI?'],
        ['metrics', '--height', '180cm', '--weight', '80kg'],
        ['batch', survey],
        ['prove', '--url', url],
        ['api-key'],
        ['columns'],
      ],
      environment({}),
    )
    expect(answer).toEqual([expect.objectContaining({ metric: 'bmi', abstained: 'false' })])
    expect(Number(answer![0]!.value)).toBeCloseTo(80 / 1.8 ** 2, 9)
    expect(metrics!.find(({ metric }) => metric === 'bmi')?.unit).toBe('kg/m²')
    expect(figures!.length).toBeGreaterThan(20)
    expect(claims!.filter(({ verdict }) => verdict === 'broken')).toEqual([])
    expect(claims!.filter(({ verdict }) => verdict === 'holds').length).toBeGreaterThan(7)
    expect(keys).toHaveLength(1)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('prove: every claim about a sound deployment holds; a stopped one breaks them', async () => {
  const server = query(['serve', '--port', '0', '--admin-port', '-1'])
  const url = await addressOf(server)
  try {
    await readSheets(url)
  } finally {
    await stopProcess(server)
  }
  const gone = await queryToEnd(['prove', '--url', url])
  expect([gone.code, gone.output]).toEqual([1, expect.stringContaining('broken')])
})

/** Serves a deployment by TLS with a certificate of its own, as a proxy in front of it does. */
async function securely(url: string, folder: string) {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  execFileSync(
    'openssl',
    ['req', '-x509', ...curve, '-keyout', key, '-out', cert, '-days', '1', ...subject],
    {
      stdio: 'ignore',
    },
  )
  const proxy = createServer({ key: await readFile(key), cert: await readFile(cert) }, (asked, answer) => {
    const { method, headers } = asked
    const onwards = request(`${url}${asked.url}`, { method, headers }, (answered) => {
      answer.writeHead(answered.statusCode as number, answered.headers)
      answered.pipe(answer)
    })
    onwards.on('error', () => answer.destroy())
    asked.pipe(onwards)
  })
  proxy.listen(0, 'localhost')
  await once(proxy, 'listening')
  return { proxy, cert, url: `https://localhost:${(proxy.address() as AddressInfo).port}` }
}

test('prove --load by HTTPS: a sound deployment with the usual rate limit is not called broken', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-tls-'))
  const server = query(['serve', '--port', '0', '--admin-port', '-1'])
  try {
    const { proxy, cert, url } = await securely(await addressOf(server), folder)
    try {
      const { code, output } = await queryToEnd(['prove', '--url', url, '--load', '--json'], {
        NODE_EXTRA_CA_CERTS: cert,
      })
      const { claims } = JSON.parse(output.slice(output.indexOf('{"claims"'))) as {
        claims: { claim: string; figure: string; verdict: string }[]
      }
      expect([code, claims.filter(({ verdict }) => verdict === 'broken')]).toEqual([0, []])
      const verdictOf = (start: string) => claims.find(({ claim }) => claim.startsWith(start))
      expect(verdictOf('a steady load')).toMatchObject({ verdict: 'holds' })
      const overload = verdictOf('overload')!
      // On a slow machine 150 % of the knee can lie below the limit.
      if (overload.verdict !== 'holds')
        expect(overload).toMatchObject({
          verdict: 'not run',
          figure: expect.stringContaining('the rate limit of 6000 requests a minute'),
        })
    } finally {
      proxy.close()
      proxy.closeAllConnections()
    }
  } finally {
    await stopProcess(server)
    await rm(folder, { recursive: true })
  }
})
