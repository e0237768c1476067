/** Word of a text, or a mark that ends a clause. */
export interface Token {
  /** Word in lower case with straight apostrophes, or the mark. */
  readonly word: string
  readonly kind: 'word' | 'comma' | 'stop'
}

/** Maximum number of characters that are read. */
const MAX_TEXT_LENGTH = 5000

const PATTERN = /[\p{L}\p{N}]+(?:['&/-][\p{L}\p{N}]+)*|,|[.;:!?()\n—–]/gu

/** Returns the words and clause marks of a text in order; reads at most 5 000 characters. Never throws. */
export function tokenise(text: string): Token[] {
  const plain = text
    .slice(0, MAX_TEXT_LENGTH)
    .normalize('NFKC')
    // Normalisation can turn one character into eighteen.
    .slice(0, MAX_TEXT_LENGTH)
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
  return Array.from(plain.matchAll(PATTERN), ([word]) => ({
    word,
    kind: word === ',' ? 'comma' : /^[.;:!?()\n—–]$/.test(word) ? 'stop' : 'word',
  }))
}
