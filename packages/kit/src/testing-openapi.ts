import { basename } from 'node:path/posix'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

const addFormats = (formats as unknown as { default?: typeof formats.default }).default ?? formats

type Node = Record<string, unknown>

interface Media {
  readonly schema?: Node
  readonly example?: unknown
  readonly examples?: Record<string, { value: unknown }>
}

interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly { name: string; description?: string; schema: Node }[]
  readonly requestBody?: { description?: string; content: Record<string, Media> }
  readonly responses: Record<string, Response | { $ref: string }>
}

interface Response {
  readonly description: string
  readonly content?: Record<string, Media>
}

/** The parts of an OpenAPI document that are examined. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly paths: Record<string, Record<string, Operation>>
  readonly components?: {
    readonly schemas?: Record<string, Node>
    readonly responses?: Record<string, Response>
  }
}

/** Result of examining an OpenAPI document. */
export interface OpenApiFindings {
  /** Missing or misleading parts of the document; empty when it is good. */
  readonly problems: readonly string[]
  /** Number of examples that were validated. */
  readonly examples: number
}

/** Validates every example against its schema, and requires descriptions and an example of every request body. */
export function examineOpenApi(document: OpenApiDocument): OpenApiFindings {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ;(addFormats as unknown as (a: unknown) => void)(ajv)
  ajv.addFormat('binary', true)
  const problems: string[] = []
  let examples = 0

  const check = (where: string, schema: Node, values: readonly unknown[]) => {
    if (values.length === 0) return
    let validate: ValidateFunction
    try {
      // References such as `#/components/schemas/Error` are resolved within the compiled schema.
      validate = ajv.compile({ ...schema, components: document.components })
    } catch (error) {
      problems.push(`${where}: the schema does not compile: ${(error as Error).message}`)
      return
    }
    for (const value of values) {
      examples++
      if (!validate(value)) problems.push(`${where}: an example is wrong: ${ajv.errorsText(validate.errors)}`)
    }
  }
  const walk = (where: string, schema: Node) => {
    if (Array.isArray(schema.examples)) check(where, schema, schema.examples)
    if ('default' in schema) check(`${where} default`, schema, [schema.default])
    for (const [key, child] of Object.entries((schema.properties ?? {}) as Record<string, Node>))
      walk(`${where}.${key}`, child)
    for (const key of ['items', 'additionalProperties'] as const) {
      const child = schema[key]
      if (typeof child === 'object' && child !== null) walk(`${where}.${key}`, child as Node)
    }
    for (const key of ['anyOf', 'oneOf', 'allOf'] as const)
      for (const [index, child] of ((schema[key] ?? []) as Node[]).entries())
        walk(`${where}.${key}.${index}`, child)
  }
  const media = (where: string, content: Record<string, Media> | undefined, needsExample: boolean) => {
    for (const [type, { schema, example, examples: named }] of Object.entries(content ?? {})) {
      if (!schema) {
        problems.push(`${where} ${type}: no schema`)
        continue
      }
      const given = [
        ...(example === undefined ? [] : [example]),
        ...Object.values(named ?? {}).map(({ value }) => value),
      ]
      if (needsExample && given.length === 0 && type === 'application/json')
        problems.push(`${where}: no example`)
      check(where, schema, given)
      walk(where, schema)
    }
  }

  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) walk(name, schema)
  const ids = new Set<string>()
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const where = `${method.toUpperCase()} ${path}`
      if (!operation.operationId) problems.push(`${where}: no operationId`)
      else if (ids.has(operation.operationId)) problems.push(`${where}: ${operation.operationId} is taken`)
      else ids.add(operation.operationId)
      if (!operation.summary) problems.push(`${where}: no summary`)
      if (!operation.tags?.length) problems.push(`${where}: no tag`)
      for (const parameter of operation.parameters ?? []) {
        if (!parameter.description) problems.push(`${where} ${parameter.name}: no description`)
        walk(`${where} ${parameter.name}`, parameter.schema)
      }
      if (operation.requestBody && !operation.requestBody.description)
        problems.push(`${where} body: no description`)
      media(`${where} body`, operation.requestBody?.content, true)
      for (const [status, given] of Object.entries(operation.responses)) {
        const response = '$ref' in given ? document.components?.responses?.[basename(given.$ref)] : given
        if (!response) {
          problems.push(`${where} ${status}: its reference leads nowhere`)
          continue
        }
        if (!response.description || response.description === 'Default Response')
          problems.push(`${where} ${status}: no description`)
        media(`${where} ${status}`, response.content, false)
      }
    }
  }
  return { problems, examples }
}
