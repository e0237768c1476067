/** One page in the index of the search. */
export interface SearchEntry {
  /** File of the page, from the root of the site. */
  readonly file: string
  readonly title: string
  readonly headings: string
  readonly text: string
}

/** Characters of a page's text that are searched; the long tables of references are cut. */
const MAX_TEXT = 6_000

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** Returns the text of HTML. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<(script|style|svg|button|figcaption)\b[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<\/?(code|a|strong|em|span|wbr)\b[^>]*>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, digits: string) =>
      String.fromCodePoint(Number.parseInt(digits, hex === '' ? 10 : 16)),
    )
    .replaceAll(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Returns the entry of a built page, or undefined where it has no content. */
export function searchEntry(file: string, html: string): SearchEntry | undefined {
  const title = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1]
  const content = /<div class="sl-markdown-content"[^>]*>([\s\S]*?)<footer/.exec(html)?.[1]
  if (title === undefined || content === undefined) return undefined
  const headings = [...content.matchAll(/<h[23][^>]*>([\s\S]*?)<\/h[23]>/g)].map(([, one = '']) =>
    textOf(one),
  )
  return {
    file,
    title: textOf(title),
    headings: headings.join(' · '),
    text: textOf(content.replaceAll(/<a class="sl-anchor-link"[\s\S]*?<\/a>/g, '')).slice(0, MAX_TEXT),
  }
}

/** Returns the index as a script: a page that was opened from a folder may load scripts, but no other files. */
export const searchScript = (entries: readonly SearchEntry[]): string =>
  `globalThis.assaySearchIndex=${JSON.stringify(entries)}\n`
