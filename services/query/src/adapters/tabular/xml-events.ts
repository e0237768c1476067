import { Refusal } from '../../domain/refusal.ts'

/** A tag or a text of an XML part. */
export type XmlEvent =
  | { readonly open: string; readonly attributes: string; readonly isEmpty: boolean }
  | { readonly close: string }
  | { readonly text: string }

/** A longer tag is no cell. */
const MAX_TAG = 10_000
/** A tag or a text that is longer than this without an end is not one of a workbook. */
const MAX_REST = 1024 ** 2
const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])
const REFERENCE = /&(#x[0-9a-fA-F]{1,6}|#\d{1,7}|[a-z]{2,4});/g
const LAST_CODE_POINT = 0x10ffff

/** Replaces the five entities of XML and character references; declared entities do not exist here. */
const plainText = (text: string): string =>
  text.includes('&')
    ? text.replace(REFERENCE, (whole, name: string) => {
        if (!name.startsWith('#')) return NAMED.get(name) ?? whole
        const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
        return code > 0 && code <= LAST_CODE_POINT ? String.fromCodePoint(code) : ''
      })
    : text

/** Returns an attribute of a tag; undefined when it has none of that name. */
export function attributeOf(attributes: string, name: string): string | undefined {
  const at = ` ${attributes}`.indexOf(` ${name}="`)
  if (at < 0) return undefined
  const from = at + name.length + 2
  const end = attributes.indexOf('"', from)
  return end < 0 ? undefined : plainText(attributes.slice(from, end))
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * Reads XML piece by piece as tags and texts: as much of it as the parts of a workbook need. Entities that a document
 * declares are not expanded, so there is nothing to blow up.
 */
export function xmlEvents(): (piece: string) => Generator<XmlEvent, void, undefined> {
  let rest = ''
  return function* (piece) {
    const all = rest + piece
    let at = 0
    while (at < all.length) {
      if (all[at] !== '<') {
        const next = all.indexOf('<', at)
        if (next < 0) break
        yield { text: plainText(all.slice(at, next)) }
        at = next
        continue
      }
      const isComment = all.startsWith('<!--', at)
      const end = isComment ? all.indexOf('-->', at) : all.indexOf('>', at)
      if (end < 0) break
      const inside = all.slice(at + 1, Math.min(end, at + MAX_TAG))
      at = end + (isComment ? 3 : 1)
      if (inside.startsWith('/')) yield { close: withoutPrefix(inside.slice(1).trim()) }
      else if (!inside.startsWith('?') && !inside.startsWith('!')) {
        const isEmpty = inside.endsWith('/')
        const tag = isEmpty ? inside.slice(0, -1) : inside
        const space = tag.search(/\s/)
        const open = withoutPrefix(space < 0 ? tag : tag.slice(0, space))
        yield { open, attributes: space < 0 ? '' : tag.slice(space + 1).replaceAll(/\s+/g, ' '), isEmpty }
      }
    }
    rest = all.slice(at)
    if (rest.length > MAX_REST) {
      const issue = 'is damaged: a cell has no end'
      throw new Refusal('VALIDATION_ERROR', `workbook ${issue}`, { field: 'workbook', issue, provided: null })
    }
  }
}
