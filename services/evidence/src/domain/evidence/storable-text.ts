/** What keeps a text from being stored: PostgreSQL stores no NUL, and UTF-8 cannot write half of a surrogate pair. */
export function unstorableText(text: string): string | undefined {
  if (!text.isWellFormed()) return 'must not contain half of a surrogate pair'
  return text.includes('\0') ? 'must not contain the character NUL' : undefined
}
