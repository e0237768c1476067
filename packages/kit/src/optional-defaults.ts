import type { SwaggerTransformObject } from '@fastify/swagger'

interface Parameter {
  required?: boolean
  readonly schema?: { readonly default?: unknown }
}
type Operations = Record<string, { readonly parameters?: readonly Parameter[] }>

/** A parameter with a default need not be sent; a schema whose handler always finds a value calls it required. */
export const optionalDefaults: SwaggerTransformObject = (document) => {
  const given = 'openapiObject' in document ? document.openapiObject : document.swaggerObject
  for (const operations of Object.values((given.paths ?? {}) as Record<string, Operations>))
    for (const { parameters = [] } of Object.values(operations))
      for (const parameter of parameters)
        if (parameter.schema && 'default' in parameter.schema) parameter.required = false
  return given
}
