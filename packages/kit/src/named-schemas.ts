type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keys whose values are data, not schemas. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const'])
const NAME = /^[A-Z][A-Za-z0-9]*$/

/**
 * Returns a schema without its examples. The document puts examples of a whole body beside its schema, those of a part
 * inside it.
 */
const shapeOf = ({ example: _one, examples: _many, ...shape }: Json) => JSON.stringify(shape)

/**
 * Moves every schema with a `title` in PascalCase to `components.schemas` under that name and refers to it, so that the
 * document and the clients have one named type for each. Refuses two different schemas with the same name.
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
