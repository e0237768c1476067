import type { SwaggerTransformObject } from '@fastify/swagger'

interface Parameter {
  required?: boolean
  readonly schema?: { readonly default?: unknown }
}
interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: unknown
}

const hasDefault = (schema: unknown) => typeof schema === 'object' && schema !== null && 'default' in schema

/** Keys whose values are data, not schemas. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const'])

/** Returns a copy of a schema in which properties with a default are not required. */
function withoutDefaults(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDefaults)
  if (typeof value !== 'object' || value === null) return value
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, DATA.has(name) ? part : withoutDefaults(part)]),
  )
  const { required, properties } = copy
  if (!Array.isArray(required) || typeof properties !== 'object' || properties === null) return copy
  const needed = required.filter((name) => !hasDefault((properties as Record<string, unknown>)[name]))
  if (needed.length > 0) return { ...copy, required: needed }
  const { required: _none, ...rest } = copy
  return rest
}

/**
 * Makes parameters and properties of request bodies optional in the OpenAPI document when they have a default.
 * Validation fills in the default, so the schema itself can require them and handlers always get a value.
 */
export const optionalDefaults: SwaggerTransformObject = (document) => {
  const given = 'openapiObject' in document ? document.openapiObject : document.swaggerObject
  for (const operations of Object.values((given.paths ?? {}) as Record<string, Record<string, Operation>>))
    for (const operation of Object.values(operations)) {
      for (const parameter of operation.parameters ?? [])
        if (hasDefault(parameter.schema)) parameter.required = false
      if (operation.requestBody)
        Object.assign(operation, { requestBody: withoutDefaults(operation.requestBody) })
    }
  return given
}
