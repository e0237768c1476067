import { Ajv, type ErrorObject } from 'ajv'
import formats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import { Problem, type ProblemDetails, presentable, shortened } from './problem.ts'

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
function booleanReader(schema: { properties?: Record<string, { type?: string }> }): (data: unknown) => void {
  const names = Object.entries(schema.properties ?? {}).flatMap(([name, s]) =>
    s.type === 'boolean' ? [name] : [],
  )
  return (data) => {
    for (const name of names) {
      const value = (data as Record<string, unknown> | null)?.[name]
      if (typeof value === 'string' && /^\s*(true|false)\s*$/i.test(value))
        (data as Record<string, unknown>)[name] = value.trim().toLowerCase() === 'true'
    }
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
    const readBooleans = booleanReader(schema)
    return (data: unknown) => {
      readBooleans(data)
      return validate(data) ? { value: data } : { error: validate.errors as never }
    }
  }
}

/** A coercing validator for text fields of a multipart form, which Fastify does not validate itself. */
export function formFieldValidator<T>(schema: object): (fields: Record<string, unknown>) => T {
  const validate = ajv(true).compile(schema)
  const readBooleans = booleanReader(schema)
  return (fields) => {
    readBooleans(fields)
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

type ObjectSchema = { properties?: Record<string, { const?: unknown }> }

/** Whether the input chose another alternative: `{ kind: 'b' }` against the alternative whose `kind` is the constant `a`. */
function ofAnotherAlternative(error: ErrorObject): boolean {
  if (error.keyword === 'const') return true
  if (error.keyword !== 'required' && error.keyword !== 'additionalProperties') return false
  const data = error.data as Record<string, unknown>
  return Object.entries((error.parentSchema as ObjectSchema).properties ?? {}).some(
    ([name, property]) => property.const !== undefined && property.const !== data[name],
  )
}

/** Of the alternatives of an `anyOf`, the one the input chose, then the one that got furthest into it, says most. */
function telling(errors: readonly ErrorObject[]): ErrorObject {
  const rank = (error: ErrorObject) =>
    (ofAnotherAlternative(error) ? 0 : 1e6) + error.instancePath.split('/').length
  return errors.reduce((best, error) => (rank(error) > rank(best) ? error : best))
}

/** Turns Ajv's first finding into dotted field path, issue and the value provided. */
export function validationDetails(errors: readonly ErrorObject[]): ProblemDetails {
  const alternatives = errors.filter((e) => e.keyword !== 'anyOf' && e.keyword !== 'oneOf')
  const error = telling(alternatives.length > 0 ? alternatives : errors)
  const path = dotted(error.instancePath)
  const besides = errors.filter((e) => e.keyword === error.keyword && e.instancePath === error.instancePath)
  const listed = (param: string) => [...new Set(besides.map((e) => String(e.params[param])))]
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
    case 'const':
      return {
        field: path,
        issue: `must be ${besides.length > 1 ? 'one of ' : ''}${listed('allowedValue').join(', ')}`,
        provided: presentable(path, error.data),
      }
    case 'type':
      return {
        field: path,
        issue: `must be ${listed('type').join(' or ')}`,
        provided: presentable(path, error.data),
      }
    default:
      return { field: path, issue: error.message ?? 'is not valid', provided: presentable(path, error.data) }
  }
}

/** The refusal for a failed schema; `part` names where the input came from when the path alone is empty. */
export function invalid(errors: readonly ErrorObject[], part: string): Problem {
  const details = validationDetails(errors)
  const field = details.field === '' ? part : shortened(details.field)
  return new Problem('invalid', `${field} ${details.issue}`, { details: { ...details, field } })
}
