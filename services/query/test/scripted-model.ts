import type { Behaviour } from './loopback-llm.ts'

/** What a request to the loopback server asks for: the properties of the schema tell the stages apart. */
export interface Asked {
  readonly properties: Readonly<Record<string, { items?: { enum?: string[] } }>>
  readonly data: Readonly<Record<string, unknown>>
}

export function askedIn(request: Record<string, unknown>): Asked {
  const { response_format: format, messages } = request as {
    response_format: { json_schema: { schema: { properties: Asked['properties'] } } }
    messages: { role: string; content: string | { text: string }[] }[]
  }
  const { content } = messages.find(({ role }) => role === 'user')!
  const text = typeof content === 'string' ? content : content.map((part) => part.text).join('')
  return { properties: format.json_schema.schema.properties, data: JSON.parse(text) }
}

/** An answer in the form asked for, stage by stage; a test replaces what it wants to be wrong. */
export interface Replies {
  readonly measures?: unknown
  readonly question?: unknown
  readonly ids?: unknown
  readonly order?: unknown
  readonly prose?: (slots: readonly { slot: string }[]) => string
  readonly reason?: unknown
  readonly relevance?: unknown
}

/** A model that does as it is told, but for the given replies. It understands nothing. */
export const scripted = (replies: Replies = {}): Behaviour => ({
  kind: 'by-request',
  choose: (request) => ({ kind: 'json', value: replyTo(askedIn(request), replies) }),
})

function replyTo({ properties, data }: Asked, replies: Replies): unknown {
  if ('measures' in properties) return { measures: replies.measures ?? [] }
  if ('question' in properties) return { question: replies.question ?? data.question }
  if ('ids' in properties) return { ids: replies.ids ?? properties.ids?.items?.enum?.slice(0, 1) ?? [] }
  if ('order' in properties) return { order: replies.order ?? [] }
  if ('reason' in properties) return { reason: replies.reason ?? 'They were made from different people.' }
  if ('prose' in properties) {
    const slots = data.slots as { slot: string }[]
    const plain = () =>
      `Here is what the measurements say: ${slots.map(({ slot }) => `{{${slot}}}`).join(', ')}.`
    return { prose: (replies.prose ?? plain)(slots) }
  }
  return replies.relevance ?? Object.fromEntries(Object.keys(properties).map((id) => [id, 1]))
}
