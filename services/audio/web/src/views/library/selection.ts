/** Whether the first `count` rows are selected. Rows that are not loaded are assumed to be if enough are selected. */
export function allSelected(
  selected: ReadonlyMap<string, unknown>,
  count: number,
  rowAt: (index: number) => { readonly id: string } | undefined,
): boolean {
  if (count === 0 || selected.size < count) return false
  for (let i = 0; i < count; i++) {
    const row = rowAt(i)
    if (row && !selected.has(row.id)) return false
  }
  return true
}
