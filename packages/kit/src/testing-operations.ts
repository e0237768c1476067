import { readFileSync } from 'node:fs'

/** One operation of an OpenAPI document, with everything that an access test needs to call it. */
export interface DocumentedOperation {
  readonly method: string
  /** Path as in the document, with `{name}` for each parameter. */
  readonly path: string
  readonly operationId: string
  /** `x-access`: public, client, or a value of the service. */
  readonly access: string
  /** Media type and example of the body; undefined when there is none. */
  readonly body: { readonly mediaType: string; readonly example: unknown } | undefined
}

interface Operation {
  readonly operationId: string
  readonly 'x-access'?: string
  readonly requestBody?: {
    readonly content: Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }>
  }
}

/**
 * Returns every operation of a committed document. Throws when one does not declare its access, because nothing would
 * test it.
 */
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
 * Returns the path of an operation with real values for its parameters. Throws when a parameter has no value, so that a
 * new operation cannot stay untested.
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
