import { code, plain, table } from '../../../tooling/site/markdown.ts'
import { nameOf, type Schema } from './document.ts'

/** Deepest level of nested objects that is shown in the table of a schema. */
const MAX_DEPTH = 4

/** Returns the link to a named schema. */
export type SchemaLink = (name: string) => string

/** Returns the type of a schema in words, with links to named ones. */
export function typeText(schema: Schema, link: SchemaLink): string {
  if (schema.$ref !== undefined) return link(nameOf(schema.$ref))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return [...new Set(choices.map((one) => typeText(one, link)))].join(' or ')
  if (schema.allOf !== undefined) return schema.allOf.map((one) => typeText(one, link)).join(' and ')
  if (schema.const !== undefined) return code(JSON.stringify(schema.const))
  if (schema.enum !== undefined) return schema.enum.map((value) => code(JSON.stringify(value))).join(', ')
  if (schema.type === 'array' || schema.items !== undefined)
    return `array of ${schema.items === undefined ? 'any' : typeText(schema.items, link)}`
  if (schema.type === 'object' || schema.properties !== undefined) {
    const value = schema.additionalProperties ?? Object.values(schema.patternProperties ?? {})[0]
    if (schema.properties === undefined && typeof value === 'object') return `map of ${typeText(value, link)}`
    return 'object'
  }
  if (schema.type === undefined) return 'any'
  const name = typeof schema.type === 'string' ? schema.type : schema.type.join(' or ')
  return schema.format === undefined ? name : `${name} (${schema.format})`
}

/** Returns the limits of a value in words, such as "0 to 1; at most 255 characters". */
function limitText(schema: Schema): string {
  const between = (low: unknown, high: unknown, unit: string): string[] => {
    if (low === undefined && high === undefined) return []
    if (low === undefined) return [`at most ${high}${unit}`]
    if (high === undefined) return [`at least ${low}${unit}`]
    return [low === high ? `${low}${unit}` : `${low} to ${high}${unit}`]
  }
  return [
    ...between(schema.minimum, schema.maximum, ''),
    ...(schema.exclusiveMinimum === undefined ? [] : [`above ${schema.exclusiveMinimum}`]),
    ...(schema.exclusiveMaximum === undefined ? [] : [`below ${schema.exclusiveMaximum}`]),
    ...between(schema.minLength, schema.maxLength, ' characters'),
    ...between(schema.minItems, schema.maxItems, ' items'),
    ...(schema.pattern === undefined ? [] : [`pattern ${code(schema.pattern)}`]),
    ...(schema.default === undefined ? [] : [`default ${code(JSON.stringify(schema.default))}`]),
  ].join('; ')
}

/** Returns description and limits of a value as one cell of a table. The descriptions of the documents are Markdown. */
export const meaningOf = (schema: Schema, description = schema.description ?? ''): string => {
  const limits = limitText(schema)
  const text = description.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll(/\s+/g, ' ').trim()
  return [text, limits === '' ? '' : `(${limits})`].filter((part) => part !== '').join(' ')
}

/** Rows of the properties of a schema; nested objects follow with dotted names. */
function rowsOf(schema: Schema, link: SchemaLink, prefix: string, depth: number): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${name}`
    const inner = property.items?.properties === undefined ? property : property.items
    const below = property.items?.properties === undefined ? '.' : '[].'
    return [
      [
        code(path),
        typeText(property, link),
        schema.required?.includes(name) ? 'yes' : 'no',
        meaningOf(property),
      ],
      ...(depth < MAX_DEPTH && inner.properties !== undefined
        ? rowsOf(inner, link, `${path}${below}`, depth + 1)
        : []),
    ]
  })
}

/** Returns the table of the properties of a schema, or its type in words where it has none. */
export function schemaText(schema: Schema, link: SchemaLink): string {
  const own = table(['field', 'type', 'required', 'meaning'], rowsOf(schema, link, '', 1))
  const parts = [...(schema.allOf ?? [])].filter((one) => one.properties !== undefined)
  const inherited = parts.map((part) => schemaText(part, link)).join('\n\n')
  if (own !== '' || inherited !== '') return [own, inherited].filter((part) => part !== '').join('\n\n')
  const limits = limitText(schema)
  return `Type: ${typeText(schema, link)}${limits === '' ? '' : ` (${limits})`}.`
}

/** Returns plain text for a heading. */
export const headingText = (text: string): string => plain(text.replace(/\.$/, ''))
