import { type Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Request that a load sends; `number` counts them from 0. */
export interface Shot {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** Answer to one request; status 0 when there was none. */
export interface Answered {
  readonly number: number
  readonly status: number
  /** Body, or the error when there was no answer. */
  readonly text: string
  /** When it was due and when it was answered, in `performance.now()` time. */
  readonly dueAt: number
  readonly answeredAt: number
}

/** What a server answered; status 0 and the error as the text when it did not. */
export interface Reply {
  readonly status: number
  readonly text: string
  /** Header of that name. */
  readonly retryAfter?: string | undefined
}

/** Sends one request, over a connection of its own unless there is an agent. */
export function shoot(
  url: string,
  { method, path, headers, body }: Shot,
  timeoutMs = 30_000,
  agent: Agent | false = false,
): Promise<Reply> {
  return new Promise((resolve) => {
    const sent = request(
      `${url}${path}`,
      { agent, method, headers: { ...headers }, timeout: timeoutMs },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (piece: string) => (text += piece))
        response.on('error', (error) => resolve({ status: 0, text: String(error) }))
        response.on('end', () =>
          resolve({
            status: response.statusCode as number,
            text,
            retryAfter: response.headers['retry-after'],
          }),
        )
      },
    )
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${timeoutMs} ms`)))
    sent.on('error', (error) => resolve({ status: 0, text: String(error) }))
    sent.end(body)
  })
}

/** Load on servers that come and go. */
export interface Load {
  /** Servers to send to, as far as their `/ready` is 200. */
  readonly servers: Set<string>
  readonly answers: readonly Answered[]
  /** Number of requests that have not been answered. */
  open(): number
  /** Stops sending and resolves when everything is answered. */
  stop(): Promise<readonly Answered[]>
}

const READY_EVERY_MS = 100

/**
 * Sends requests at a constant rate, whether or not earlier ones are answered, to the ready servers in turn, as a load
 * balancer does. Never repeats a request.
 */
export function startLoad(
  servers: Iterable<string>,
  perSecond: number,
  shotOf: (number: number) => Shot,
  options: { readonly timeoutMs?: number } = {},
): Load {
  const known = new Set(servers)
  const ready = new Set(known)
  const answers: Answered[] = []
  const pending = new Set<Promise<void>>()
  let stopped = false
  let number = 0

  const watch = async () => {
    while (!stopped) {
      await Promise.all(
        [...known].map(async (url) => {
          const { status } = await shoot(url, { method: 'GET', path: '/ready' }, 2500)
          if (status === 200 && known.has(url)) ready.add(url)
          else ready.delete(url)
        }),
      )
      for (const url of ready) if (!known.has(url)) ready.delete(url)
      await sleep(READY_EVERY_MS)
    }
  }
  const fire = async (mine: number, dueAt: number) => {
    // With no server ready, a balancer still sends to one of them.
    const all = ready.size > 0 ? [...ready] : [...known]
    const { status, text } = await shoot(all[mine % all.length] as string, shotOf(mine), options.timeoutMs)
    answers.push({ number: mine, status, text, dueAt, answeredAt: performance.now() })
  }
  const send = async () => {
    const started = performance.now()
    while (!stopped) {
      const due = Math.floor(((performance.now() - started) / 1000) * perSecond)
      while (number < due) {
        const mine = number++
        const shot = fire(mine, started + (mine / perSecond) * 1000).finally(() => pending.delete(shot))
        pending.add(shot)
      }
      await sleep(5)
    }
  }
  const running = Promise.all([watch(), send()])
  return {
    servers: known,
    answers,
    open: () => pending.size,
    async stop() {
      stopped = true
      await running
      await Promise.all(pending)
      return answers
    },
  }
}
