import { Agent, request } from 'node:http'

export interface Shot {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Sends one request and gives its time in milliseconds; any answer but 200 makes the measurement worthless. */
export function shoot(agent: Agent, url: string, { method, path, headers, body }: Shot): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const sent = request(`${url}${path}`, { agent, method, headers: { ...headers } }, (response) => {
      let refused = ''
      response.on('data', (piece) => (refused += response.statusCode === 200 ? '' : piece))
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - started)
        else reject(new Error(`${method} ${path} answered ${response.statusCode}: ${refused}`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Returns the text of one answer. */
export async function answerTo(url: string, { method, path, headers, body }: Shot): Promise<string> {
  const response = await fetch(`${url}${path}`, { method, headers, ...(body ? { body } : {}) })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return text
}

/** Answers per second from several connections, each asking again as soon as it is answered. */
export async function answersPerSecond(
  url: string,
  shotOf: (index: number) => Shot,
  load: { connections: number; seconds: number },
): Promise<{ rate: number; answered: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections })
  const started = performance.now()
  const end = started + load.seconds * 1000
  let answered = 0
  let next = 0
  const ask = async () => {
    while (performance.now() < end) {
      await shoot(agent, url, shotOf(next++))
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: load.connections }, ask))
  agent.destroy()
  return { rate: (1000 * answered) / (performance.now() - started), answered }
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] as number
