import { readFileSync } from 'node:fs'

/** One operation of an OpenAPI document, with what a test of access needs to call it. */
export interface DocumentedOperation {
  readonly method: string
  /** As in the document, with `{name}` for each parameter. */
  readonly path: string
  readonly operationId: string
  /** `x-access`: public, client, or what the service declared. */
  readonly access: string
  /** Media type and example of the body; undefined where there is none. */
  readonly body: { readonly mediaType: string; readonly example: unknown } | undefined
}

interface Operation {
  readonly operationId: string
  readonly 'x-access'?: string
  readonly requestBody?: {
    readonly content: Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }>
  }
}

/** Every operation of a committed document. One that does not say its access is an error: nothing would test it. */
export function documentedOperations(file: string): DocumentedOperation[] {
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    paths: Record<string, Record<string, Operation>>
  }
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const access = operation['x-access']
      if (access === undefined) throw new Error(`${method} ${path} does not say x-access`)
      const [mediaType, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
      const example = media?.example ?? Object.values(media?.examples ?? {})[0]?.value
      return {
        method: method.toUpperCase(),
        path,
        operationId: operation.operationId,
        access,
        body: mediaType === undefined ? undefined : { mediaType, example },
      }
    }),
  )
}

/**
 * The address of an operation with real values for its path parameters. A parameter that nobody has a value for is an
 * error: a new operation is tested on the day it is added, or the test says what it is missing.
 */
export async function addressWith(
  { method, path }: DocumentedOperation,
  values: Readonly<Record<string, () => string | Promise<string>>>,
): Promise<string> {
  let address = path
  for (const [placeholder, name] of path.matchAll(/\{(\w+)\}/g)) {
    const make = values[name as string]
    if (!make) throw new Error(`${method} ${path}: no value for {${name}}; add one to this test`)
    address = address.replace(placeholder, encodeURIComponent(await make()))
  }
  return address
}
