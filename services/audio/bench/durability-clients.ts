import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkType } from '../src/domain/job.ts'
import { tone } from '../test/tone.ts'

/** What one client asks for, under a key of its own. */
export interface Order {
  readonly key: string
  readonly kind: WorkType | 'batch'
  readonly files: readonly { readonly blob: Blob; readonly broken: boolean }[]
  /** Milliseconds after its acceptance at which the client changes its mind. */
  readonly cancelAfterMs: number | null
  /** Sent a second time with the same key although the first was answered. */
  readonly twice: boolean
}

export interface Accepted {
  readonly order: Order
  readonly jobId: string
  /** The client was told that its job is cancelled. */
  readonly cancelled: boolean
}

export interface Ledger {
  readonly accepted: Accepted[]
  /** Answers that no client should get, whatever dies. */
  readonly wrongAnswers: string[]
  /** Requests that were sent again because nobody answered, or the answer was 503. */
  resent: number
  unavailable: number
}

const PATHS: Record<Order['kind'], string> = {
  features: '/features',
  beats: '/beats',
  drums: '/drums',
  analyze: '/analyze',
  emotions: '/semantic/emotions',
  stems: '/stems',
  semantic_analyze: '/semantic/analyze',
  tracks: '/tracks',
  batch: '/batch-analyze',
}

/** Of twenty orders: mostly the cheap ones, so that a thousand fit into minutes. */
const KINDS: readonly Order['kind'][] = [
  ...Array<'features'>(8).fill('features'),
  ...Array<'beats'>(3).fill('beats'),
  ...Array<'drums'>(2).fill('drums'),
  ...Array<'emotions'>(2).fill('emotions'),
  ...Array<'analyze'>(3).fill('analyze'),
  'stems',
  'batch',
]

/** A file that is a wav by its first bytes and has no audio in it. */
const brokenFile = () => new Blob(['RIFF\u0024\u0000\u0000\u0000WAVEfmt nothing that a decoder could use'])

/** The same orders in every run of one size. */
export function makeOrders(count: number, random: () => number): Order[] {
  return Array.from({ length: count }, (_, index) => {
    const kind = KINDS[index % KINDS.length]!
    // Some files come twice, so that the cache of results is under test as well.
    const file = () => ({
      blob: tone(1 + Math.floor(random() * 3), 200 + Math.floor(random() * 400)),
      broken: false,
    })
    const broken = random() < 0.05
    const files =
      kind === 'batch'
        ? [file(), { blob: brokenFile(), broken: true }, file()]
        : [broken ? { blob: brokenFile(), broken: true } : file()]
    return {
      key: `order-${index}`,
      kind,
      files,
      cancelAfterMs: random() < 0.1 ? random() * 3000 : null,
      twice: random() < 0.1,
    }
  })
}

const GIVE_UP_AFTER_MS = 180_000
const AGAIN_AFTER_MS = 250

export interface Market {
  /** Where servers should answer. */
  readonly urls: () => readonly string[]
  /** Resolves when one more order may be sent. */
  readonly room: () => Promise<void>
  readonly random: () => number
  readonly clients: number
}

/** Clients that send all orders, several at a time, and send again under the same key until they have an answer. */
export async function sendAll(
  orders: readonly Order[],
  { urls, room, random, clients }: Market,
  ledger: Ledger,
): Promise<void> {
  const ask = async (path: string, init: () => RequestInit): Promise<{ status: number; body: unknown }> => {
    for (const end = performance.now() + GIVE_UP_AFTER_MS; performance.now() < end; ) {
      const servers = urls()
      const url = servers[Math.floor(random() * servers.length)]
      try {
        const response = await fetch(`${url}/api/v1${path}`, init())
        const body = await response.json()
        if (response.status !== 503) return { status: response.status, body }
        ledger.unavailable += 1
      } catch {
        ledger.resent += 1
      }
      await sleep(AGAIN_AFTER_MS)
    }
    throw new Error(`no answer to ${path} within ${GIVE_UP_AFTER_MS} ms`)
  }

  const send = async (order: Order): Promise<string | undefined> => {
    const { status, body } = await ask(PATHS[order.kind], () => {
      const form = new FormData()
      if (order.kind !== 'batch') form.append('async', 'true')
      for (const [index, { blob }] of order.files.entries())
        form.append('file', blob, `${order.key}-${index}.wav`)
      return { method: 'POST', body: form, headers: { 'idempotency-key': order.key } }
    })
    if (status === 202) return (body as { job_id: string }).job_id
    ledger.wrongAnswers.push(`${order.kind} ${order.key}: ${status} ${JSON.stringify(body)}`)
    return undefined
  }

  /** True when the job is cancelled, false when it had ended before. */
  const cancel = async (jobId: string): Promise<boolean> => {
    const { status, body } = await ask(`/jobs/${jobId}`, () => ({ method: 'DELETE' }))
    if (status === 200) return true
    const { error } = body as { error?: { details?: { provided?: string } } }
    // A first attempt whose answer was lost may have cancelled it.
    if (status === 409) return error?.details?.provided === 'cancelled'
    ledger.wrongAnswers.push(`DELETE ${jobId}: ${status} ${JSON.stringify(body)}`)
    return false
  }

  const cancellations: Promise<void>[] = []
  const next = orders[Symbol.iterator]()
  const client = async () => {
    for (const order of next) {
      await room()
      const jobId = await send(order)
      if (!jobId) continue
      if (order.twice) {
        const again = await send(order)
        if (again !== jobId) ledger.wrongAnswers.push(`${order.key} became ${jobId} and ${again}`)
      }
      const { cancelAfterMs } = order
      if (cancelAfterMs === null) ledger.accepted.push({ order, jobId, cancelled: false })
      else
        cancellations.push(
          sleep(cancelAfterMs).then(async () => {
            ledger.accepted.push({ order, jobId, cancelled: await cancel(jobId) })
          }),
        )
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  await Promise.all(cancellations)
}
