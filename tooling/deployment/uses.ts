import { setTimeout as sleep } from 'node:timers/promises'

/** Ends a start or a job that hangs. */
export const WITHIN_MS = 180_000

/** Password of the user of evidence that the checks create. */
export const PASSWORD = 'correct horse battery staple'

/** Repeats an attempt until it gives something. */
export async function until<T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> {
  for (const end = performance.now() + WITHIN_MS; performance.now() < end; await sleep(100)) {
    const result = await attempt().catch(() => undefined)
    if (result !== undefined) return result
  }
  throw new Error(`${what}: not within ${WITHIN_MS / 1000} s`)
}

/** Sends a request and returns its answer, which must be a success. */
async function ask(url: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  const answer = await fetch(url, init)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text.slice(0, 500)}`)
  return JSON.parse(text) as Record<string, unknown>
}
const json = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** Waits until the job at `url` is completed. */
const completed = (url: string, headers: Record<string, string>) =>
  until(url, async () => ((await ask(url, { headers })).status === 'completed' ? true : undefined))

/** A second of a tone as a WAV file with 16 bits. */
function tone(): Blob {
  const rate = 22_050
  const data = Buffer.alloc(44 + rate * 2)
  for (const [offset, text] of [
    [0, 'RIFF'],
    [8, 'WAVEfmt '],
    [36, 'data'],
  ] as const)
    data.write(text, offset)
  for (const [offset, value] of [
    [4, 36 + rate * 2],
    [16, 16],
    [24, rate],
    [28, rate * 2],
    [40, rate * 2],
  ] as const)
    data.writeUInt32LE(value, offset)
  for (const [offset, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    data.writeUInt16LE(value, offset)
  for (let i = 0; i < rate; i++) data.writeInt16LE(Math.round(9000 * Math.sin(i / 8)), 44 + 2 * i)
  return new Blob([new Uint8Array(data)], { type: 'audio/wav' })
}

/** One request or job per service at `url`, with the API key that the installation printed. */
export const USES: Readonly<Record<string, (url: string, key: string) => Promise<unknown>>> = {
  query: (url, key) => ask(`${url}/query`, json({ query: 'BMI of 70 kg and 175 cm?' }, { 'x-api-key': key })),
  async evidence(url) {
    const login = json({ username: 'ada', password: PASSWORD })
    const { access_token: token } = await ask(`${url}/v1/auth/login`, login)
    const headers = { authorization: `Bearer ${token}` }
    const { import_id: id } = await ask(`${url}/v1/evidence/import`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'text/csv' },
      body: 'molecule_id,type,value,source\nCHEBI:27732,spectral_match,0.9,Orbitrap\n',
    })
    await completed(`${url}/v1/imports/${id}`, headers)
  },
  async audio(url, key) {
    const headers = { 'x-api-key': key }
    const body = new FormData()
    body.set('file', tone(), 'tone.wav')
    body.set('async', 'true')
    const { job_id: id } = await ask(`${url}/api/v1/features`, { method: 'POST', headers, body })
    await completed(`${url}/api/v1/jobs/${id}`, headers)
  },
}
