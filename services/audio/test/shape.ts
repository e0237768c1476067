/** What a JSON value must look like; `fields` are all that an object may have, unless there may be `more`. */
export type Shape =
  | 'string'
  | 'number'
  | 'boolean'
  | 'null'
  | 'anything'
  | readonly [Shape]
  | { readonly anyOf: readonly Shape[] }
  | { readonly mapTo: Shape }
  | { readonly fields: Readonly<Record<string, Shape>>; readonly more?: boolean }

export const fields = (names: Readonly<Record<string, Shape>>): Shape => ({ fields: names })
/** At least these: the contract's own fields, ours beside them. */
export const atLeast = (names: Readonly<Record<string, Shape>>): Shape => ({ fields: names, more: true })
export const nullable = (shape: Shape): Shape => ({ anyOf: [shape, 'null'] })

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

/** Everything that is not as it must be, each with the path to it. */
export function misfits(value: unknown, shape: Shape, path = '$'): string[] {
  const kind = kindOf(value)
  if (typeof shape === 'string')
    return shape === 'anything' || shape === kind ? [] : [`${path}: ${kind}, not ${shape}`]
  if (Array.isArray(shape)) {
    const [item] = shape as readonly [Shape]
    if (!Array.isArray(value)) return [`${path}: ${kind}, not an array`]
    return value.flatMap((each, n) => misfits(each, item, `${path}[${n}]`))
  }
  if ('anyOf' in shape) {
    const tries = shape.anyOf.map((each) => misfits(value, each, path))
    return tries.some((found) => found.length === 0) ? [] : tries.flat()
  }
  if (kind !== 'object') return [`${path}: ${kind}, not an object`]
  const entries = Object.entries(value as object)
  if ('mapTo' in shape)
    return entries.flatMap(([name, each]) => misfits(each, shape.mapTo, `${path}.${name}`))
  if (!('fields' in shape)) throw new Error('no such shape')
  const missing = Object.keys(shape.fields).filter((name) => !entries.some(([given]) => given === name))
  return [
    ...missing.map((name) => `${path}.${name}: missing`),
    ...entries.flatMap(([name, each]) => {
      const inner = shape.fields[name]
      if (inner) return misfits(each, inner, `${path}.${name}`)
      return shape.more ? [] : [`${path}.${name}: not in the contract`]
    }),
  ]
}
