import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One scripted behaviour of the loopback server. It is not a language model and understands nothing. */
export type Behaviour =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'stall' }
  | { readonly kind: 'hang-up' }
  | { readonly kind: 'tool-call'; readonly name: string }
  | { readonly kind: 'garbage' }
  /** What the request itself decides. */
  | { readonly kind: 'by-request'; readonly choose: (request: Record<string, unknown>) => Behaviour }

export interface LoopbackLlm {
  readonly baseUrl: string
  /** Bodies received, in order. */
  readonly requests: Record<string, unknown>[]
  /** What the next requests get, in order; the last one goes on. */
  script(...behaviours: Behaviour[]): void
  close(): Promise<void>
}

const completion = (message: object, finishReason = 'stop') => ({
  id: 'loopback',
  object: 'chat.completion',
  created: 0,
  model: 'loopback',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finishReason }],
  usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
})

function answer(behaviour: Behaviour, response: ServerResponse): void {
  const send = (body: unknown) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  switch (behaviour.kind) {
    case 'json':
      send(completion({ content: JSON.stringify(behaviour.value) }))
      return
    case 'text':
      send(completion({ content: behaviour.text }))
      return
    case 'tool-call': {
      const call = { id: 'c1', type: 'function', function: { name: behaviour.name, arguments: '{}' } }
      send(completion({ content: null, tool_calls: [call] }, 'tool_calls'))
      return
    }
    case 'status':
      response.writeHead(behaviour.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: 'scripted', type: 'scripted' } }))
      return
    case 'garbage':
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices": [')
      return
    case 'hang-up':
      response.destroy()
      return
    case 'stall':
    case 'by-request':
      return
  }
}

/** A server that speaks OpenAI's chat completions on loopback and behaves as told. */
export async function startLoopbackLlm(): Promise<LoopbackLlm> {
  const requests: Record<string, unknown>[] = []
  let script: Behaviour[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      const body = JSON.parse(text) as Record<string, unknown>
      requests.push(body)
      const next = (script.length > 1 ? script.shift() : script[0]) ?? { kind: 'status', status: 500 }
      answer(next.kind === 'by-request' ? next.choose(body) : next, response)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    script(...behaviours) {
      script = behaviours
      requests.length = 0
    },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
