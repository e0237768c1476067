import type { CommandContext } from '@assay/kit/cli'
import { packageVersion } from '@assay/kit/package-root'
import {
  backupClaims,
  type Claim,
  claim,
  contractClaims,
  type Deployment,
  hostileClaims,
  loadClaims,
  notRun,
  printClaims,
  send,
} from '@assay/kit/prove'
import { proveOptions, proveOptionsHelp } from '@assay/kit/prove-options'

/** Help text of `assay-audio prove`. */
export const proveHelp = `--url URL [--key KEY] [--other-key KEY] [--load] [--backup DIR]

Checks a running deployment and prints claims with verdicts: its contract, one analysis, hostile requests, that clients do
not see each other's jobs, a fresh backup and, if asked, load. Exit code 0 only when no claim is broken. It stores no track;
the rows of its two small jobs end with the deployment's retention.

Options:
${proveOptionsHelp}
  --key KEY          API key of one client, where the deployment asks for one
  --other-key KEY    API key of another client, to check that clients are kept apart`

const SAMPLE_RATE = 8000

/** Returns one second of a tone of 440 Hz as a WAV file, 16 bits, one channel. */
function tone(): Uint8Array<ArrayBuffer> {
  const data = SAMPLE_RATE * 2
  const bytes = Buffer.alloc(44 + data)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + data, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(SAMPLE_RATE, 24)
  bytes.writeUInt32LE(SAMPLE_RATE * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(data, 40)
  for (let i = 0; i < SAMPLE_RATE; i++)
    bytes.writeInt16LE(Math.round(8000 * Math.sin((2 * Math.PI * 440 * i) / SAMPLE_RATE)), 44 + 2 * i)
  return Uint8Array.from(bytes)
}

/** Sends the tone to an operation. */
function upload(deployment: Deployment, path: string, content: Uint8Array<ArrayBuffer>, isAsync = false) {
  const body = new FormData()
  if (isAsync) body.set('async', 'true')
  body.set('file', new Blob([content], { type: 'audio/wav' }), 'prove.wav')
  return send(deployment, path, { method: 'POST', body })
}

async function analysisClaims(deployment: Deployment): Promise<Claim[]> {
  const heard = await upload(deployment, '/api/v1/features', tone())
  const broken = await upload(deployment, '/api/v1/features', Uint8Array.from(Buffer.from('no audio at all')))
  return [
    claim(
      'a file is analysed',
      heard.status === 200 && heard.text.includes('8000'),
      heard.status,
      '200 and 8000 Hz',
    ),
    claim(
      'what is no audio is refused by name',
      [415, 422].includes(broken.status),
      broken.status,
      '415 or 422',
    ),
  ]
}

/** Checks that one client cannot see, follow or cancel a job of another. */
async function tenancyClaims(deployment: Deployment, otherKey: string | undefined): Promise<Claim[]> {
  const name = 'a client cannot reach a job of another'
  if (otherKey === undefined) return [notRun(name, 'no --other-key given')]
  const job = await upload(deployment, '/api/v1/features', tone(), true)
  const id = /"(?:job_)?id":\s*"([0-9a-f-]{36})"/.exec(job.text)?.[1]
  if (job.status !== 202 || id === undefined) return [claim(name, false, `no job: ${job.status}`, '202')]
  const other = { ...deployment, headers: { 'x-api-key': otherKey } }
  const own = (await send(deployment, `/api/v1/jobs/${id}`)).status
  const seen = (await send(other, `/api/v1/jobs/${id}`)).status
  const cancelled = (await send(other, `/api/v1/jobs/${id}`, { method: 'DELETE' })).status
  const events = (await send(other, `/api/v1/jobs/${id}/events`)).status
  await send(deployment, `/api/v1/jobs/${id}`, { method: 'DELETE' })
  const statuses = [own, seen, cancelled, events].join(' ')
  const nobody = (await send({ ...deployment, headers: {} }, '/api/v1/jobs')).status
  return [
    claim(name, statuses === '200 404 404 404', statuses, '200 404 404 404'),
    claim('nobody is served without a key', nobody === 401, nobody, '401'),
  ]
}

/** Runs `assay-audio prove`. */
export async function proveCommand({ argv, format }: CommandContext): Promise<number> {
  const options = proveOptions(argv)
  const deployment = { url: options.url, headers: options.key ? { 'x-api-key': options.key } : {} }
  const load = {
    requestOf: () => ({ method: 'GET', path: '/api/v1/jobs' }),
    mostPerSecond: options.mostPerSecond,
  }
  const claims = [
    ...(await contractClaims(deployment, packageVersion(import.meta.url))),
    ...(await analysisClaims(deployment)),
    ...(await tenancyClaims(deployment, options.otherKey)),
    ...(await hostileClaims(deployment, [
      '/api/v1/semantic/search',
      '/api/v1/features',
      '/api/v1/semantic/text-analysis',
    ])),
    ...(options.load
      ? await loadClaims(deployment, load)
      : [notRun('load to the knee and back', 'ask for it with --load')]),
    ...(await backupClaims(options.backup, options.backupHours)),
  ]
  return printClaims(claims, format)
}
