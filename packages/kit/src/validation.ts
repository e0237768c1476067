import { Ajv, type ErrorObject } from 'ajv'
import formats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import { Problem, type ProblemDetails, presentable } from './problem.ts'

// `default` twice: ajv-formats is CommonJS and its types put the plugin one level down.
const addFormats = (formats as unknown as { default?: typeof formats.default }).default ?? formats

function ajv(coerce: boolean): Ajv {
  const instance = new Ajv({
    verbose: true,
    coerceTypes: coerce ? 'array' : false,
    removeAdditional: false,
    useDefaults: true,
    allErrors: false,
    strict: 'log',
    strictTypes: false,
    keywords: ['secret'],
  })
  ;(addFormats as unknown as (a: Ajv) => void)(instance)
  return instance
}

/** Reads "True", "FALSE" and the like as booleans where the schema asks for one; Ajv's own coercion is case-sensitive. */
function lowerBooleans(schema: { properties?: Record<string, { type?: string }> }, data: unknown): void {
  if (typeof data !== 'object' || data === null) return
  const record = data as Record<string, unknown>
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const value = record[name]
    if (property.type === 'boolean' && typeof value === 'string') record[name] = value.trim().toLowerCase()
  }
}

/**
 * Validates bodies strictly (no coercion, nothing stripped) and coerces only what arrives as text:
 * query strings, path parameters and headers.
 */
export function validatorCompiler(): FastifySchemaCompiler<object> {
  const strict = ajv(false)
  const coercing = ajv(true)
  return ({ schema, httpPart }) => {
    if (httpPart === 'body') return strict.compile(schema)
    const validate = coercing.compile(schema)
    return (data: unknown) => {
      lowerBooleans(schema, data)
      return validate(data) ? { value: data } : { error: validate.errors as never }
    }
  }
}

/** A coercing validator for text fields of a multipart form, which Fastify does not validate itself. */
export function formFieldValidator<T>(schema: object): (fields: Record<string, unknown>) => T {
  const validate = ajv(true).compile(schema)
  return (fields) => {
    lowerBooleans(schema, fields)
    if (!validate(fields)) throw invalid(validate.errors ?? [], 'form')
    return fields as T
  }
}

const dotted = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')

const joined = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)

/** Of the alternatives of an `anyOf`, the one that got furthest into the input says most. */
function deepest(errors: readonly ErrorObject[]): ErrorObject {
  return errors.reduce((best, error) => (error.instancePath.length > best.instancePath.length ? error : best))
}

/** Turns Ajv's first finding into dotted field path, issue and the value provided. */
export function validationDetails(errors: readonly ErrorObject[]): ProblemDetails {
  const alternatives = errors.filter((e) => e.keyword !== 'anyOf' && e.keyword !== 'oneOf')
  const error = deepest(alternatives.length > 0 ? alternatives : errors)
  const path = dotted(error.instancePath)
  switch (error.keyword) {
    case 'required':
      return {
        field: joined(path, String(error.params.missingProperty)),
        issue: 'is required',
        provided: null,
      }
    case 'additionalProperties': {
      const field = joined(path, String(error.params.additionalProperty))
      const value = (error.data as Record<string, unknown>)[String(error.params.additionalProperty)]
      return { field, issue: 'is not a known field', provided: presentable(field, value) }
    }
    case 'enum':
      return {
        field: path,
        issue: `must be one of ${(error.params.allowedValues as unknown[]).join(', ')}`,
        provided: presentable(path, error.data),
      }
    default:
      return { field: path, issue: error.message ?? 'is not valid', provided: presentable(path, error.data) }
  }
}

/** The refusal for a failed schema; `part` names where the input came from when the path alone is empty. */
export function invalid(errors: readonly ErrorObject[], part: string): Problem {
  const details = validationDetails(errors)
  const field = details.field === '' ? part : details.field
  return new Problem('invalid', `${field} ${details.issue}`, { details: { ...details, field } })
}
