/** Returns text with every character escaped that Markdown or HTML would read as markup. */
export const plain = (text: string): string =>
  text.replaceAll(/[\\`*_[\]<>|~&#]/g, (character) =>
    character === '<' ? '&lt;' : character === '&' ? '&amp;' : `\\${character}`,
  )

/** Returns text as inline code, also inside a table. */
export const code = (text: string): string => {
  const fence = text.includes('`') ? '``' : '`'
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${fence}${pad}${text.replaceAll('|', '\\|').replaceAll('\n', ' ')}${pad}${fence}`
}

/** Returns a block of code. */
export const block = (text: string, language = 'text wrap'): string => `\`\`\`${language}\n${text}\n\`\`\``

/** Returns a table, or nothing where it has no rows. Cells are Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('\n', ' ')).join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

/** Returns a section with its heading, or nothing where it is empty. */
export const section = (heading: string, body: string): string =>
  body === '' ? '' : `## ${heading}\n\n${body}`

/** Joins the parts that are not empty by blank lines. */
export const join = (...parts: readonly string[]): string =>
  `${parts.filter((part) => part !== '').join('\n\n')}\n`
