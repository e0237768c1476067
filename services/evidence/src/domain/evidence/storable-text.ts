/**
 * Returns why a text cannot be stored, or undefined if it can: PostgreSQL stores no NUL, and UTF-8 no half
 * surrogate pair.
 */
export function unstorableText(text: string): string | undefined {
  if (!text.isWellFormed()) return 'must not contain half of a surrogate pair'
  return text.includes('\0') ? 'must not contain the character NUL' : undefined
}
