import type { Fault } from './fault.ts'
import { VERBS } from './verbs.ts'

type Json = Readonly<Record<string, unknown>>

const METHODS = ['get', 'put', 'post', 'patch', 'delete']
/** Places in a schema whose values are data, not schemas. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const'])
/** Words that add nothing to a name. */
const EMPTY_WORDS = new Set(['a', 'an', 'the', 'of', 'its', 'this', 'value', 'field', 'property'])
const ABOUT_DEFAULT = /\bdefault(s|ed)?\b|\b(left out|omitted|not given|not set|unset|absent)\b/i

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const entries = (value: unknown): [string, Json][] =>
  isObject(value) ? Object.entries(value).filter((entry): entry is [string, Json] => isObject(entry[1])) : []
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

/** Splits a name or a text into its words, in lower case, without plural endings and words that say nothing. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .map((word) => word.replace(/s$/, ''))
    .filter((word) => word !== '' && !EMPTY_WORDS.has(word))

/** Whether a description has no word that the name does not have. */
const repeatsName = (description: string, name: string): boolean => {
  const known = new Set(wordsOf(name))
  return wordsOf(description).every((word) => known.has(word))
}

/** Returns what is wrong with the words of an OpenAPI document; `file` is its name in the faults. */
export function documentFaults(file: string, document: Json): Fault[] {
  const faults: Fault[] = []
  const report = (rule: string, place: string, issue: string) => faults.push({ rule, file, place, issue })

  const checkDescription = (place: string, name: string, described: Json, schema: Json = described) => {
    const description = textOf(described.description) ?? textOf(schema.description)
    if (description === undefined) return
    if (repeatsName(description, name))
      report('repeats-name', place, `"${description}" only repeats the name; say what it is or what it does`)
    if ('default' in schema && ABOUT_DEFAULT.test(description))
      report('default-in-prose', place, `"${description}" speaks of a default; \`default\` says it already`)
  }

  const visit = (place: string, schema: unknown): void => {
    if (Array.isArray(schema)) {
      for (const [index, part] of schema.entries()) visit(`${place}.${index}`, part)
      return
    }
    if (!isObject(schema)) return
    for (const [name, property] of entries(schema.properties)) {
      checkDescription(`${place}.${name}`, name, property)
      visit(`${place}.${name}`, property)
    }
    for (const [key, part] of Object.entries(schema))
      if (key !== 'properties' && !DATA.has(key)) visit(place, part)
  }

  const components = isObject(document.components) ? document.components : {}
  for (const [name, schema] of entries(components.schemas)) {
    const place = `schemas.${name}`
    if (textOf(schema.description) === undefined)
      report('schema-description', place, 'has no description; add one to the schema with this title')
    checkDescription(place, name, schema)
    visit(place, schema)
  }

  const checkParameter = (place: string, parameter: Json) => {
    const schema = isObject(parameter.schema) ? parameter.schema : {}
    const name = textOf(parameter.name) ?? ''
    const where = `${place} parameter ${name}`
    if ((textOf(parameter.description) ?? textOf(schema.description)) === undefined)
      report('parameter-description', where, 'has no description')
    checkDescription(where, name, parameter, schema)
  }
  for (const [name, parameter] of entries(components.parameters))
    checkParameter(`parameters.${name}`, parameter)

  for (const [path, item] of entries(document.paths)) {
    const shared = Array.isArray(item.parameters) ? item.parameters.filter(isObject) : []
    for (const parameter of shared) if (!('$ref' in parameter)) checkParameter(path, parameter)
    for (const [method, operation] of entries(item).filter(([key]) => METHODS.includes(key))) {
      const place = `${method.toUpperCase()} ${path}`
      const summary = textOf(operation.summary)
      const first = summary?.split(/[\s,:;.?]/, 1)[0] ?? ''
      if (!VERBS.has(first))
        report(
          'summary-verb',
          place,
          summary === undefined
            ? 'has no summary'
            : `"${summary}" does not begin with a verb of tooling/words/verbs.ts`,
        )
      const own = Array.isArray(operation.parameters) ? operation.parameters.filter(isObject) : []
      for (const parameter of own) if (!('$ref' in parameter)) checkParameter(place, parameter)
      visit(place, operation.requestBody)
      visit(place, operation.responses)
    }
  }
  return faults
}
