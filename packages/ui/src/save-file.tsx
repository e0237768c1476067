/** Hands a file to the reader of the page, as a download. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

const cell = (value: string | number): string =>
  /[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value)

/** Rows as a CSV file. */
export const csvFile = (rows: readonly (readonly (string | number)[])[]): Blob =>
  new Blob([rows.map((row) => `${row.map(cell).join(',')}\n`).join('')], { type: 'text/csv' })
