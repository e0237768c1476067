/** What keeps a text from being stored, if anything: PostgreSQL holds neither NUL nor half of a surrogate pair. */
export function unstorableText(text: string): string | undefined {
  if (text.includes('\u0000')) return 'must not hold the character NUL'
  return text.isWellFormed() ? undefined : 'must not hold half of a surrogate pair'
}
