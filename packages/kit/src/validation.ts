import { Ajv, type ErrorObject } from 'ajv'
import formats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import { nearest } from './nearest.ts'
import { Problem, type ProblemDetails, presentable, shortened } from './problem.ts'

// `default` twice: ajv-formats is CommonJS, and its types have the plugin one level deeper.
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

/**
 * Returns a function that converts "True", "FALSE" and the like to booleans where the schema expects one. Ajv's own
 * coercion is case-sensitive.
 */
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
 * Returns a function that finds a text such as "Infinity" or "1e999" where the schema expects a number. Ajv reads it as
 * infinite and then skips the limits of the field.
 */
function infinityFinder(schema: {
  properties?: Record<string, { type?: string }>
}): (data: unknown) => ErrorObject[] | undefined {
  const numbers = Object.entries(schema.properties ?? {}).filter(
    ([, { type }]) => type === 'number' || type === 'integer',
  )
  return (data) => {
    for (const [name, { type }] of numbers) {
      const value = (data as Record<string, unknown> | null)?.[name]
      if (typeof value !== 'string' || Math.abs(Number(value)) !== Number.POSITIVE_INFINITY) continue
      const schemaPath = `#/properties/${name}/type`
      const message = `must be ${type === 'integer' ? 'integer' : 'number'}`
      return [
        { keyword: 'type', instancePath: `/${name}`, schemaPath, params: { type }, message, data: value },
      ]
    }
    return undefined
  }
}

/**
 * Returns a validator compiler for Fastify. Bodies are validated strictly (no coercion, nothing removed); query
 * strings, path parameters and headers are coerced, because they arrive as text.
 */
export function validatorCompiler(): FastifySchemaCompiler<object> {
  const strict = ajv(false)
  const coercing = ajv(true)
  return ({ schema, httpPart }) => {
    if (httpPart === 'body') return strict.compile(schema)
    const validate = coercing.compile(schema)
    const readBooleans = booleanReader(schema)
    const findInfinity = infinityFinder(schema)
    return (data: unknown) => {
      readBooleans(data)
      const infinite = findInfinity(data)
      if (infinite) return { error: infinite }
      return validate(data) ? { value: data } : { error: validate.errors ?? [] }
    }
  }
}

/** Returns a coercing validator for the text fields of a multipart form, which Fastify does not validate. */
export function formFieldValidator<T>(schema: object): (fields: Record<string, unknown>) => T {
  const validate = ajv(true).compile(schema)
  const readBooleans = booleanReader(schema)
  const findInfinity = infinityFinder(schema)
  return (fields) => {
    readBooleans(fields)
    const infinite = findInfinity(fields)
    if (infinite) throw invalid(infinite, 'form')
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

interface Mismatch {
  readonly field: string
  readonly expected: unknown
  readonly provided: unknown
}

/** Returns the constant that the input lacks: the `kind` of an alternative that it did not choose. */
function mismatch(error: ErrorObject): Mismatch | undefined {
  const path = dotted(error.instancePath)
  if (error.keyword === 'const')
    return { field: path, expected: error.params.allowedValue, provided: error.data }
  if (error.keyword !== 'required' && error.keyword !== 'additionalProperties') return undefined
  const data = error.data as Record<string, unknown>
  const { properties = {} } = error.parentSchema as { properties?: Record<string, { const?: unknown }> }
  const wrong = Object.entries(properties).find(
    ([name, s]) => s.const !== undefined && s.const !== data[name],
  )
  return wrong && { field: joined(path, wrong[0]), expected: wrong[1].const, provided: data[wrong[0]] }
}

/**
 * Returns the most helpful error of an `anyOf`: from the alternative that the input chose, or else the one that matched
 * furthest.
 */
function telling(errors: readonly ErrorObject[]): ErrorObject {
  const rank = (error: ErrorObject) => (mismatch(error) ? 0 : 1e6) + error.instancePath.split('/').length
  return errors.reduce((best, error) => (rank(error) > rank(best) ? error : best))
}

const oneOf = (values: readonly unknown[]) =>
  `must be ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}`

/** Converts Ajv's errors to one dotted field path, an issue and the value provided. */
function validationDetails(errors: readonly ErrorObject[]): ProblemDetails {
  const alternatives = errors.filter((e) => e.keyword !== 'anyOf' && e.keyword !== 'oneOf')
  const error = telling(alternatives.length > 0 ? alternatives : errors)
  const details = (field: string, issue: string, provided: unknown) => ({
    field,
    issue,
    provided: presentable(field, provided),
  })
  const wrong = mismatch(error)
  if (wrong) {
    const others = alternatives.map(mismatch).filter((other) => other?.field === wrong.field)
    return details(wrong.field, oneOf([...new Set(others.map((other) => other?.expected))]), wrong.provided)
  }
  const path = dotted(error.instancePath)
  switch (error.keyword) {
    case 'required':
      return details(joined(path, String(error.params.missingProperty)), 'is required', undefined)
    case 'additionalProperties': {
      const name = String(error.params.additionalProperty)
      return details(
        joined(path, name),
        'is not a known field',
        (error.data as Record<string, unknown>)[name],
      )
    }
    case 'enum':
      return details(path, oneOf(error.params.allowedValues as unknown[]), error.data)
    case 'type': {
      const same = errors.filter((e) => e.keyword === 'type' && e.instancePath === error.instancePath)
      return details(path, `must be ${[...new Set(same.map((e) => e.params.type))].join(' or ')}`, error.data)
    }
    default:
      return details(path, error.message ?? 'is not valid', error.data)
  }
}

/** Returns the issue for an unknown query parameter, with the one that was probably meant. */
function unknownParameter(error: ErrorObject): string {
  const { properties = {} } = error.parentSchema as { properties?: object }
  const known = Object.keys(properties)
  if (known.length === 0) return 'is not a known query parameter; this address takes none'
  const meant = nearest(String(error.params.additionalProperty), known)
  return `is not a known query parameter; ${meant ? `did you mean ${meant}?` : `known are ${known.join(', ')}`}`
}

/** Returns the refusal for a failed schema. `part` names the source of the input when the path is empty. */
export function invalid(errors: readonly ErrorObject[], part: string): Problem {
  const details = validationDetails(errors)
  const field = details.field === '' ? part : shortened(details.field).toWellFormed()
  const unknown = part === 'querystring' && errors.find((error) => error.keyword === 'additionalProperties')
  const issue = unknown ? unknownParameter(unknown) : details.issue
  return new Problem('invalid', `${field} ${issue}`, { field, issue, provided: details.provided })
}
