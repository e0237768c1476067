/** Code that the clients of all services share. It is packed into each client and has no dependencies. */

/** Thrown when a service refuses a request or cannot answer it. */
export class AssayError extends Error {
  override readonly name = 'AssayError'
  /** Error code for programs, such as `VALIDATION_ERROR`; `HTTP_502` when the answer does not come from the service. */
  readonly code: string
  /** HTTP status. */
  readonly status: number
  /** Dotted path of the refused input. */
  readonly field: string | undefined
  /** What is wrong with that input. */
  readonly issue: string | undefined
  /** The input as received, shortened. Never a secret. */
  readonly provided: unknown
  /** Identifier of the request in the logs of the service. */
  readonly requestId: string | undefined
  /** Seconds after which the request may be sent again; undefined when the service does not say. */
  readonly retryAfterSeconds: number | undefined

  constructor(response: Response, body: unknown) {
    const outer = asObject(body)
    const inner = asObject(outer.error ?? outer)
    const details = asObject(inner.details)
    const code = asText(inner.code) ?? asText(inner.error_code) ?? `HTTP_${response.status}`
    super(asText(inner.message) ?? `The server answered with status ${response.status}.`)
    this.code = code
    this.status = response.status
    this.field = asText(details.field)
    this.issue = asText(details.issue)
    this.provided = details.provided
    this.requestId =
      response.headers.get('x-request-id') ??
      asText(outer.request_id) ??
      asText(inner.request_id) ??
      asText(details.request_id)
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    this.retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined
  }
}

const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Result of an openapi-fetch call. */
interface Answer<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

/** Returns the data of a call, or throws an `AssayError` when it was refused: `await orThrow(client.GET('/…'))`. */
export async function orThrow<Data>(call: PromiseLike<Answer<Data>>): Promise<NonNullable<Data>> {
  const { data, error, response } = await call
  if (!response.ok) throw new AssayError(response, error)
  return data as NonNullable<Data>
}

/** Paths of `GET` operations whose answers have pages by `cursor`. */
export type PagedPath<Paths> = {
  [Path in keyof Paths]: Paths[Path] extends { get: { parameters: { query?: infer Query } } }
    ? 'cursor' extends keyof NonNullable<Query>
      ? Path
      : never
    : never
}[keyof Paths]

/** Body of an operation's answer with the given status. */
export type AnswerOf<Operation, Status extends number = 200> = Operation extends {
  responses: { [Each in Status]: { content: { 'application/json': infer Body } } }
}
  ? Body
  : never

type GetOf<Paths, Path extends keyof Paths> = Paths[Path] extends { get: infer Operation } ? Operation : never

/** Item type of a page: the element type of the only array in the answer. */
export type PageItem<Paths, Path extends keyof Paths> =
  AnswerOf<GetOf<Paths, Path>> extends infer Page
    ? { [Key in keyof Page]: Page[Key] extends readonly (infer Item)[] ? Item : never }[keyof Page]
    : never

/** Path and query parameters of a paged operation, without the cursor. */
export type PageOptions<Paths, Path extends keyof Paths> =
  GetOf<Paths, Path> extends { parameters: infer Parameters }
    ? (Parameters extends { path: infer InPath } ? { readonly path: InPath } : { readonly path?: never }) &
        (Parameters extends { query?: infer InQuery }
          ? { readonly query?: Omit<NonNullable<InQuery>, 'cursor' | 'page'> }
          : { readonly query?: never })
    : never

/** Yields the items of all pages. `load` fetches the page at a cursor; the first call has no cursor. */
export async function* everyPage<Item>(
  load: (cursor: string | undefined) => PromiseLike<Answer<unknown>>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined
  do {
    const page = asObject(await orThrow(load(cursor)))
    yield* (Object.values(page).find(Array.isArray) ?? []) as Item[]
    cursor = asText(page.next_cursor) ?? asText(asObject(page.pagination).next_cursor)
  } while (cursor !== undefined)
}

/** Yields the parsed JSON `data` of each server-sent event of a stream. */
export async function* serverSentEvents<Event>(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<Event, void, undefined> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    while (true) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = block
          .split('\n')
          .filter((line) => line.startsWith('data:'))
          .map((line) => line.slice('data:'.length).trimStart())
        if (data.length > 0) yield JSON.parse(data.join('\n')) as Event
      }
    }
  } finally {
    await reader.cancel()
  }
}
