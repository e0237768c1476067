/** Returns whether two words differ by one insertion, deletion, replacement or swap of neighbours (Damerau 1964). */
export function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false
  let i = 0
  while (i < a.length && a[i] === b[i]) i++
  if (a.slice(i + 1) === b.slice(i + 1)) return true
  if (a.slice(i + 1) === b.slice(i) || a.slice(i) === b.slice(i + 1)) return true
  return a[i] === b[i + 1] && a[i + 1] === b[i] && a.slice(i + 2) === b.slice(i + 2)
}
