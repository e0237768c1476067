import type { SearchEntry } from '../offline/search-index.ts'

/** A page that was found, with a piece of its text around the first word. */
export interface Found {
  readonly file: string
  readonly title: string
  readonly excerpt: string
}

/** Pages that are found at most. */
export const MAX_FOUND = 20
const BEFORE = 60
const LENGTH = 180

/** Lower case without accents, and with the marks of names as spaces: body_fat and body-fat are found by "body fat". */
const normal = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[_\-–./]/g, ' ')

/** How well one word fits a page: the title counts most, then headings, then text; the start of a word more than its inside. */
function weightOf(word: string, title: string, headings: string, text: string): number {
  const at = (where: string, weight: number): number => {
    if (` ${where}`.includes(` ${word}`)) return weight
    return where.includes(word) ? weight / 3 : 0
  }
  return Math.max(at(title, 9), at(headings, 4), at(text, 1))
}

/** Returns the pages that hold all words, best first. */
export function findPages(words: string, entries: readonly SearchEntry[]): Found[] {
  const wanted = normal(words).split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return []
  return entries
    .map((entry) => {
      const [title, headings, text] = [normal(entry.title), normal(entry.headings), normal(entry.text)]
      const weights = wanted.map((word) => weightOf(word, title, headings, text))
      const whole = title.includes(wanted.join(' ')) ? 5 : 0
      return { entry, text, weight: weights.includes(0) ? 0 : weights.reduce((a, b) => a + b, whole) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.entry.title.length - b.entry.title.length)
    .slice(0, MAX_FOUND)
    .map(({ entry, text }) => {
      const near = Math.max(0, text.indexOf(wanted[0]!) - BEFORE)
      // Begins with a whole word.
      const from = near === 0 ? 0 : entry.text.indexOf(' ', near) + 1
      const piece = entry.text.slice(from, from + LENGTH)
      return {
        file: entry.file,
        title: entry.title,
        excerpt: `${from > 0 ? '…' : ''}${piece}${from + LENGTH < entry.text.length ? '…' : ''}`,
      }
    })
}
