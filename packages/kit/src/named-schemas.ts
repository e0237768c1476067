type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Places in a document whose values are data, not schemas. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const'])
const NAME = /^[A-Z][A-Za-z0-9]*$/

/** Examples apart: those of a whole body stand beside its schema in the document, those of a part within it. */
const shapeOf = ({ example: _one, examples: _many, ...shape }: Json) => JSON.stringify(shape)

/**
 * Moves every schema with a `title` in PascalCase into `components.schemas` under that name and refers to it, so that the
 * document and the clients made from it have one named type each. Two different schemas with one name are refused.
 */
export function nameSchemas<Document extends { paths?: unknown; components?: unknown }>(
  document: Document,
): Document {
  const components = (document.components ?? {}) as { schemas?: Json }
  const schemas: Json = { ...components.schemas }
  const register = (name: string, schema: Json) => {
    const known = schemas[name] as Json | undefined
    if (known !== undefined && shapeOf(known) !== shapeOf(schema))
      throw new Error(`Two different schemas are called ${name}; give one of them another title.`)
    schemas[name] = { ...known, ...schema }
    return { $ref: `#/components/schemas/${name}` }
  }
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit)
    if (!isObject(value)) return value
    const inner = Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, DATA.has(key) ? part : visit(part)]),
    )
    const { title, ...schema } = inner
    if (typeof title !== 'string' || !NAME.test(title)) return inner
    return register(title, schema)
  }
  const paths = visit(document.paths)
  return { ...document, paths, components: { ...components, schemas } }
}
