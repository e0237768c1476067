import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { finish } from './processes.ts'

const PASSWORD = 'correct horse battery staple'
const WITHIN_MS = 300_000

/** Sends JSON and returns the answer. Throws on any status but 2xx. */
export async function ask<Answer>(
  url: string,
  {
    token,
    body,
    method = body === undefined ? 'GET' : 'POST',
  }: { token?: string; body?: unknown; method?: string } = {},
): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** Creates a researcher with an organization of its own in the evidence service. */
export const createResearcher = (databaseUrl: string, root?: string, username = 'ada'): Promise<string> =>
  finish(
    'evidence',
    [
      'users',
      'create',
      '--username',
      username,
      '--organization',
      `Rehearsal ${username}`,
      '--password-stdin',
    ],
    { DATABASE_URL: databaseUrl },
    { input: PASSWORD, ...(root ? { root } : {}) },
  )

/** Signs a researcher in and returns the access token. */
export const signIn = async (url: string, username = 'ada'): Promise<string> =>
  (
    await ask<{ access_token: string }>(`${url}/v1/auth/login`, {
      body: { username, password: PASSWORD },
    })
  ).access_token

const KINDS = ['spectral_match', 'sequence_similarity', 'pathway_membership', 'protein_interaction']

/** Evidence about one molecule: two to five items, the same for the same number. */
export const evidenceAbout = (number: number) => ({
  molecule_id: `REHEARSAL_${String(number).padStart(6, '0')}`,
  evidence_list: Array.from({ length: 2 + (number % 4) }, (_, i) => ({
    type: KINDS[(number + i) % KINDS.length],
    value: Number((((number * 37 + i * 61) % 100) / 100).toFixed(2)),
    uncertainty: 0.05 + 0.01 * ((number + i) % 20),
    timestamp: '2026-01-15T10:30:00Z',
    source: `source ${i % 3}`,
  })),
})

/** What an assessment must give again. */
export interface Assessed {
  readonly number: number
  readonly at: string
  readonly hash: string
}

interface IntegrateAnswer {
  readonly timestamp: string
}

/** Finds the result hash wherever the answer has it. */
function hashIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'result_hash') return inner as string
    const found = hashIn(inner)
    if (found !== undefined) return found
  }
  return undefined
}

/** Assesses molecule `number`; with `asOf`, replays a past assessment. */
export async function assess(url: string, token: string, number: number, asOf?: string): Promise<Assessed> {
  const query = asOf === undefined ? '' : `?as_of=${encodeURIComponent(asOf)}`
  const answer = await ask<IntegrateAnswer>(`${url}/v1/fuzzy-evidence/integrate${query}`, {
    token,
    body: evidenceAbout(number),
  })
  const hash = hashIn(answer)
  if (hash === undefined) throw new Error(`No result_hash in ${JSON.stringify(answer).slice(0, 400)}`)
  return { number, at: answer.timestamp, hash }
}

/** Returns the hash of the newest stored assessment of molecule `number`. */
export async function storedHash(url: string, token: string, number: number): Promise<string | undefined> {
  const { molecule_id } = evidenceAbout(number)
  return hashIn(await ask(`${url}/v1/molecules/${molecule_id}/assessments?limit=1`, { token }))
}

/** A mono WAV, 8 bit at 8 kHz, of a tone with a beat; each number gives other bytes. */
export function recording(number: number, seconds = 4): Blob {
  const sampleRateHz = 8000
  const samples = seconds * sampleRateHz
  const bytes = Buffer.alloc(44 + samples)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + samples, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(sampleRateHz, 24)
  bytes.writeUInt32LE(sampleRateHz, 28)
  bytes.writeUInt16LE(1, 32)
  bytes.writeUInt16LE(8, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(samples, 40)
  const [pitchHz, beatsPerSecond] = [110 * 2 ** ((number % 36) / 12), 1 + (number % 7) / 4]
  for (let i = 0; i < samples; i++) {
    const t = i / sampleRateHz
    const level = 30 + 70 * Math.exp(-8 * ((t * beatsPerSecond) % 1))
    bytes[44 + i] = 128 + Math.round(level * Math.sin(2 * Math.PI * pitchHz * t) + (number % 5))
  }
  return new Blob([bytes], { type: 'audio/wav' })
}

/** Sends a file to an endpoint of audio as a form and returns the answer. */
function send(
  url: string,
  path: string,
  file: Blob,
  fields: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', file, 'recording.wav')
  return fetch(`${url}${path}`, { method: 'POST', body: form, headers })
}

/** Adds tracks to the library and waits until they can be found. Returns their ids. */
export async function addTracks(url: string, count: number): Promise<string[]> {
  const accepted: { job_id: string; track_id: string }[] = []
  for (let number = 0; number < count; number++) {
    const answer = await send(url, '/api/v1/tracks', recording(number), { title: `Track ${number}` })
    if (answer.status !== 202)
      throw new Error(`POST /tracks answered ${answer.status}: ${await answer.text()}`)
    accepted.push((await answer.json()) as { job_id: string; track_id: string })
  }
  const limit = performance.now() + WITHIN_MS
  for (const { job_id } of accepted) {
    for (;;) {
      const { status } = await ask<{ status: string }>(`${url}/api/v1/jobs/${job_id}`)
      if (status === 'completed') break
      if (status === 'failed' || performance.now() > limit) throw new Error(`Job ${job_id} is ${status}.`)
      await sleep(100)
    }
  }
  return accepted.map(({ track_id }) => track_id)
}

const QUESTIONS = [
  'dark and driving',
  'calm and warm',
  'fast without drums',
  'sad piano',
  'happy and energetic',
]

/** Answers of the search by words and by example, as text; equal exactly when all hits, scores and reasons are. */
export async function searchAnswers(url: string, tracks: readonly string[]): Promise<string[]> {
  const bodies = [
    ...QUESTIONS.map((query) => ({ query, top_k: tracks.length })),
    ...tracks.slice(0, 5).map((like_track_id) => ({ like_track_id, top_k: tracks.length })),
  ]
  const answers: string[] = []
  for (const body of bodies) {
    const { results } = await ask<{ results: unknown[] }>(`${url}/api/v1/semantic/search`, { body })
    if (results.length === 0) throw new Error(`Nothing found for ${JSON.stringify(body)}.`)
    answers.push(JSON.stringify(results))
  }
  return answers
}

/** Hash of the original of a track, as a client downloads it. */
export async function originalHash(url: string, track: string): Promise<string> {
  const { audio } = await ask<{ audio: { address: string } }>(`${url}/api/v1/tracks/${track}/addresses`)
  const answer = await fetch(new URL(audio.address, url))
  if (!answer.ok) throw new Error(`The original of ${track} answered ${answer.status}.`)
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex')
}
