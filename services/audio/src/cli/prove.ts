import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CommandContext } from '@assay/kit/cli'
import { packageVersion } from '@assay/kit/package-root'
import {
  backupClaims,
  type Claim,
  claim,
  contractClaims,
  type Deployment,
  hostileClaims,
  notRun,
  printClaims,
  send,
} from '@assay/kit/prove'
import { loadClaims } from '@assay/kit/prove-load'
import { proveOptions, proveOptionsHelp } from '@assay/kit/prove-options'

/** Help text of `assay-audio prove`. */
export const proveHelp = `--url URL [--key KEY] [--other-key KEY] [--kill-worker COMMAND] [--load] [--backup DIR]

Checks a running deployment and prints claims with verdicts: its contract, one analysis, hostile requests, that clients do
not see each other's jobs, a fresh backup and, if asked, the end of a worker and load. Exit code 0 only when no claim is broken.
It stores no track and leaves no file; the rows of its jobs end with the deployment's retention, because a job can be ended and
not removed.

Options:
${proveOptionsHelp}
  --kill-worker CMD  command that kills the worker while it works on a job, such as "systemctl kill -s KILL …" or "docker kill …";
                     it is restarted by this command or by its supervisor
  --key KEY          API key of one client, where the deployment asks for one, or ASSAY_KEY in the environment
  --other-key KEY    API key of another client, to check that clients are kept apart, or ASSAY_OTHER_KEY in the environment`

const SAMPLE_RATE = 8000

/** Returns a tone of 440 Hz as a WAV file, 16 bits, one channel. */
function tone(seconds = 1): Uint8Array<ArrayBuffer> {
  const data = seconds * SAMPLE_RATE * 2
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
  for (let i = 0; 2 * i < data; i++)
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

/** Queues an analysis. Returns the job, or the status of the refusal. */
async function queued(deployment: Deployment, seconds: number): Promise<string | number> {
  const { status, text } = await upload(deployment, '/api/v1/features', tone(seconds), true)
  return (status === 202 && /"job_id":\s*"([0-9a-f-]{36})"/.exec(text)?.[1]) || status
}

const statusOf = async (deployment: Deployment, job: string): Promise<string | undefined> =>
  /"status":\s*"(\w+)"/.exec((await send(deployment, `/api/v1/jobs/${job}`)).text)?.[1]

/** Checks that one client cannot see, follow or cancel a job of another. Cancels the job. */
async function tenancyClaims(deployment: Deployment, otherKey: string | undefined): Promise<Claim[]> {
  const name = 'a client cannot reach a job of another'
  if (otherKey === undefined) return [notRun(name, 'no --other-key given')]
  const id = await queued(deployment, 1)
  if (typeof id === 'number') return [claim(name, false, `no job: ${id}`, '202')]
  const other = { ...deployment, headers: { 'x-api-key': otherKey } }
  const own = (await send(deployment, `/api/v1/jobs/${id}`)).status
  const seen = (await send(other, `/api/v1/jobs/${id}`)).status
  const cancelled = (await send(other, `/api/v1/jobs/${id}`, { method: 'DELETE' })).status
  const events = (await send(other, `/api/v1/jobs/${id}/events`)).status
  const statuses = [own, seen, cancelled, events].join(' ')
  const nobody = (await send({ ...deployment, headers: {} }, '/api/v1/jobs')).status
  return [
    claim(name, statuses === '200 404 404 404', statuses, '200 404 404 404'),
    claim('nobody is served without a key', nobody === 401, nobody, '401'),
    await endedClaim(deployment, id),
  ]
}

/** Ends a job. Its file goes with it; its row stays until the retention of the deployment. */
async function endedClaim(deployment: Deployment, id: string): Promise<Claim> {
  await send(deployment, `/api/v1/jobs/${id}`, { method: 'DELETE' })
  const status = await statusOf(deployment, id)
  return claim(
    'its job is ended and keeps no file',
    ENDED.includes(status ?? ''),
    `${status}; the row of job ${id} stays for RETENTION_DAYS: jobs are ended, not removed`,
    'completed, failed or cancelled',
  )
}

const ENDED = ['completed', 'failed', 'cancelled']
/** Long enough to be hit in the middle, and about 5 MB. */
const LONG_SECONDS = 300
/** Pause between two looks at a job: far below any rate limit. */
const LOOK_MS = 200
/** Time for a job to begin, and to be done after its worker was killed: it is taken over after 10 to 15 s. */
const WITHIN_MS = 180_000

/** Waits until the status of a job is one of those. Returns the last one. */
async function untilStatus(
  deployment: Deployment,
  id: string,
  wanted: readonly string[],
): Promise<string | undefined> {
  for (const end = performance.now() + WITHIN_MS; ; await sleep(LOOK_MS)) {
    const status = await statusOf(deployment, id)
    if (wanted.includes(status ?? '') || performance.now() > end) return status
  }
}

/** Runs the operator's command that kills a worker while a job is processed: the job must be completed nevertheless. */
async function workerClaims(deployment: Deployment, command: string | undefined): Promise<Claim[]> {
  const name = 'a job outlives its worker'
  if (command === undefined)
    return [notRun(name, 'allow it by a command that kills the worker, with --kill-worker')]
  const id = await queued(deployment, LONG_SECONDS)
  if (typeof id === 'number') return [claim(name, false, `no job: ${id}`, '202')]
  const begun = await untilStatus(deployment, id, ['processing', ...ENDED])
  if (begun !== 'processing')
    return [
      notRun(name, `the job was ${begun} before its worker could be killed`),
      await endedClaim(deployment, id),
    ]
  const killer = spawn(command, { shell: true, stdio: ['ignore', 2, 2] })
  const code = await once(killer, 'close').then(
    ([code]) => code as number | null,
    () => null, // There is no shell.
  )
  const killed = performance.now()
  const status = code === 0 ? await untilStatus(deployment, id, ENDED) : `exit code ${code} of the command`
  const seconds = ((performance.now() - killed) / 1000).toFixed(0)
  return [
    claim(
      name,
      status === 'completed',
      `${status} ${seconds} s after the kill`,
      `completed within ${WITHIN_MS / 1000} s`,
    ),
    await endedClaim(deployment, id),
  ]
}

/** Runs `assay-audio prove`. */
export async function proveCommand({ argv, env, format }: CommandContext): Promise<number> {
  const options = proveOptions({ argv, env }, { 'kill-worker': { type: 'string' } })
  const deployment = { url: options.url, headers: options.key ? { 'x-api-key': options.key } : {} }
  const load = {
    request: { method: 'GET', path: '/api/v1/jobs' },
    mostPerSecond: options.mostPerSecond,
  }
  const claims = [
    ...(await contractClaims(deployment, packageVersion(import.meta.url))),
    ...(await analysisClaims(deployment)),
    ...(await tenancyClaims(deployment, options.otherKey)),
    ...(await workerClaims(deployment, options.own['kill-worker'] as string | undefined)),
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
