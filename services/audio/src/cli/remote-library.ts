import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UserError } from '@assay/kit/cli'
import { Refusal, type RefusalDetails } from '../domain/refusal.ts'
import type { IndexBody, Library, SearchBody, StatsBody } from './library.ts'
import type { Attendance } from './several-files.ts'

/** Polling interval for one file. With several files each is polled less often, to stay within the rate limit. */
const ASK_EVERY_MS = 500

/** Files in progress at the same time; enough to keep a few workers busy. */
const AT_ONCE = 4

interface JobAnswer {
  readonly status: string
  readonly progress: number
  readonly stage: string | null
  readonly results: unknown
  readonly error: { readonly message: string } | null
}

/** Opens the library of a running server. Files are uploaded as jobs, so that long ones work too. */
export function remoteLibrary(server: string, apiKey: string | undefined): Library {
  const base = server.replace(/\/+$/, '')
  const headers: Record<string, string> = apiKey === undefined ? {} : { 'x-api-key': apiKey }

  const ask = async <Body>(path: string, init: RequestInit = {}): Promise<Body> => {
    const response = await fetch(`${base}/api/v1${path}`, {
      ...init,
      headers: { ...headers, ...(init.headers as Record<string, string>) },
    }).catch((cause: unknown) => {
      throw new UserError(
        `${base} cannot be reached (${(cause as Error).message}). Is "assay-audio serve" running there?`,
      )
    })
    const body = (await response.json().catch(() => ({}))) as {
      error?: { message?: string; details?: RefusalDetails }
    }
    if (response.ok) return body as Body
    const message = body.error?.message ?? `${base} answered ${response.status}`
    if (response.status === 401) throw new UserError(`${message} Pass a key with --api-key.`)
    if (response.status >= 500) throw new UserError(message)
    const refused = { field: 'request', issue: 'refused', provided: null }
    throw new Refusal('VALIDATION_ERROR', message, body.error?.details ?? refused)
  }

  let underWay = 0
  const ended = async (jobId: string, { onProgress, signal }: Attendance): Promise<IndexBody> => {
    for (;;) {
      const job = await ask<JobAnswer>(`/jobs/${jobId}`, { signal })
      if (job.status === 'completed') return job.results as IndexBody
      if (job.status !== 'pending' && job.status !== 'processing')
        throw new Refusal('DECODE_FAILED', job.error?.message ?? `the job is ${job.status}`, {
          field: 'file',
          issue: job.status,
          provided: null,
        })
      onProgress(job.progress, job.stage ?? 'waiting')
      await sleep(ASK_EVERY_MS * underWay, undefined, { signal })
    }
  }

  return {
    where: base,
    atOnce: AT_ONCE,
    async index(path, names, attendance) {
      const form = new FormData()
      form.append('index_for_search', 'true')
      form.append('async', 'true')
      for (const [name, value] of Object.entries(names)) form.append(name, value)
      form.append('file', await openAsBlob(path), basename(path))
      const { job_id } = await ask<{ job_id: string }>('/semantic/analyze', {
        method: 'POST',
        body: form,
        signal: attendance.signal,
      })
      underWay += 1
      return ended(job_id, attendance).finally(() => {
        underWay -= 1
      })
    },
    search: (query, { topK, filters }) =>
      ask<SearchBody>('/semantic/search', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, top_k: topK, filters }),
      }),
    stats: () => ask<StatsBody>('/semantic/stats'),
    close: async () => {},
  }
}
