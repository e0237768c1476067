import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { gzipSync } from 'node:zlib'

/** The built site as the checks read it. */
export interface BuiltSite {
  /** Every file, from the root of the site. */
  readonly files: ReadonlySet<string>
  /** HTML of every page by file. */
  readonly pages: ReadonlyMap<string, string>
  readonly read: (file: string) => string
}

/** Reads the built site from its folder. */
export function readSite(folder: string): BuiltSite {
  const files = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.relative(folder, posix.join(entry.parentPath, entry.name)))
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8')
  const pages = files.filter((file) => file.endsWith('.html')).sort()
  return { files: new Set(files), pages: new Map(pages.map((file) => [file, read(file)])), read }
}

const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#38;', '&').replaceAll('&amp;', '&')

/** Text that is shown but not read by the browser as elements: code of scripts and styles. */
const withoutCode = (html: string): string =>
  html.replaceAll(/<(script|style)\b([^>]*)>[\s\S]*?<\/\1>/g, '<$1$2></$1>')

const anchorsOf = (html: string): Set<string> =>
  new Set([...withoutCode(html).matchAll(/\s(?:id|name)="([^"]+)"/g)].map(([, id = '']) => unescaped(id)))

/** Returns the links of the site that lead nowhere: no file, or no such anchor on its page. */
export function brokenLinks({ pages, files }: BuiltSite): {
  readonly broken: string[]
  readonly checked: number
} {
  const anchors = new Map([...pages].map(([file, html]) => [file, anchorsOf(html)]))
  const broken: string[] = []
  let checked = 0
  for (const [file, html] of pages)
    for (const [, attribute = '', value = ''] of withoutCode(html).matchAll(
      /\s(href|src|data-search-index)="([^"]*)"/g,
    )) {
      const link = unescaped(value)
      // Addresses outside the site are links of citations and the like; what the browser would load is checked apart.
      if (/^(https?|mailto|data):/.test(link)) continue
      checked += 1
      const [path = '', hash] = link.split('#', 2)
      const target = path === '' ? file : posix.normalize(posix.join(posix.dirname(file), decodeURI(path)))
      if (link === '' || path.startsWith('/') || !files.has(target))
        broken.push(`${file}: ${attribute} ${link}`)
      else if (hash && pages.has(target) && !anchors.get(target)?.has(decodeURIComponent(hash)))
        broken.push(`${file}: no anchor ${link}`)
    }
  return { broken, checked }
}

/** Elements whose addresses the browser loads without being asked. */
const LOADED =
  /<(?:script|img|iframe|source|video|audio|embed|object|link|image|use)\b[^>]*?\s(?:src|href|srcset|data|poster)="((?:https?:)?\/\/[^"]*)"/g
/** Links to other sites by which browsers load nothing. */
const INERT_REL = /<link\b[^>]*\srel="(?:canonical|alternate|license|help|author)"/

/** Returns everything that a browser would load from another host. */
export function outsideLoads({ pages, files, read }: BuiltSite): string[] {
  const fromPages = [...pages].flatMap(([file, html]) => [
    ...[...withoutCode(html).matchAll(LOADED)]
      .filter(([element]) => !INERT_REL.test(element))
      .map(([, address]) => `${file} loads ${address}`),
    ...[...html.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].flatMap(([, code = '']) =>
      [
        ...code.matchAll(
          /(?:fetch|import|importScripts|XMLHttpRequest|sendBeacon)\s*\(\s*["'`]?(?:https?:)?\/\//g,
        ),
      ].map(([call]) => `${file} has a script that calls ${call}`),
    ),
    ...[...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/g)].flatMap(([, css = '']) =>
      cssLoads(file, css),
    ),
  ])
  const sheets = [...files].filter((file) => file.endsWith('.css'))
  return [...fromPages, ...sheets.flatMap((file) => cssLoads(file, read(file)))]
}

const cssLoads = (file: string, css: string): string[] =>
  [...css.matchAll(/(?:url\(\s*["']?|@import\s+["'])((?:https?:)?\/\/[^"')]*)/g)].map(
    ([, address]) => `${file} loads ${address}`,
  )

/** Compressed bytes of all JavaScript that a page loads when it is opened. */
export function scriptBytes(file: string, { pages, files, read }: BuiltSite): number {
  const html = pages.get(file) ?? ''
  const parts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].map(
    ([, attributes = '', code = '']) => {
      const src = /\ssrc="([^"]+)"/.exec(attributes)?.[1]
      if (src === undefined) return code
      const target = posix.normalize(posix.join(posix.dirname(file), src))
      return files.has(target) ? read(target) : ''
    },
  )
  return parts.reduce((sum, part) => sum + (part === '' ? 0 : gzipSync(part).length), 0)
}
