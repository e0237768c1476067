/** A word of a text, or a mark that ends a clause. */
export interface Token {
  /** Lower case, with straight apostrophes; for a mark the mark itself. */
  readonly word: string
  readonly kind: 'word' | 'comma' | 'stop'
}

/** Longer texts are read up to here, characters. */
const MAX_TEXT_LENGTH = 5000

const PATTERN = /[\p{L}\p{N}]+(?:['&/-][\p{L}\p{N}]+)*|,|[.;:!?()\n—–]/gu

/** Words and clause marks of a text in order; at most 5 000 characters are read. Pure and total. */
export function tokenise(text: string): Token[] {
  const plain = text
    .slice(0, MAX_TEXT_LENGTH)
    .normalize('NFKC')
    // One character may have become eighteen.
    .slice(0, MAX_TEXT_LENGTH)
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
  return Array.from(plain.matchAll(PATTERN), ([word]) => ({
    word,
    kind: word === ',' ? 'comma' : /^[.;:!?()\n—–]$/.test(word) ? 'stop' : 'word',
  }))
}
