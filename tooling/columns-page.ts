/** `npm run docs:columns`: writes the columns of every command into docs/spreadsheets.md. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, SERVICES } from './copy-tree.ts'

/** One line of `columns --json`. */
interface DocumentedColumn {
  readonly command: string
  readonly when: string
  readonly row: string
  readonly usual: string
  readonly column: string
  readonly about: string
}

const PAGE = join(ROOT, 'docs/spreadsheets.md')

const mainOf = (service: string) => join(ROOT, 'services', service, 'src/cli/main.ts')

function columnsOf(service: string): DocumentedColumn[] {
  const printed = execFileSync(process.execPath, [mainOf(service), 'columns', '--json'], { encoding: 'utf8' })
  return printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as DocumentedColumn)
}

const cell = (text: string): string => text.replaceAll('|', '\\|')

/** Returns the tables of one command line as Markdown, one for each list or result. */
function tablesOf(service: string): string {
  const sheets = Map.groupBy(columnsOf(service), ({ command, when }) => `${command}\n${when}`)
  return [...sheets.values()]
    .map((columns) => {
      const { command, when, row, usual } = columns[0]!
      const title = `### \`assay-${service} ${command}\`${when === '' ? '' : `: ${when}`}`
      const lines = columns.map(({ column, about }) => `| \`${column}\` | ${cell(about)} |`)
      return `${title}\n\nOne row: ${row}. Printed by default as ${usual}.\n\n| column | content |\n|---|---|\n${lines.join('\n')}\n`
    })
    .join('\n')
}

const beginOf = (service: string) => `<!-- columns of assay-${service}, written by npm run docs:columns -->`
const endOf = (service: string) => `<!-- end of the columns of assay-${service} -->`

/** Returns the page with the tables of every service that exists, as the code has them now. */
export function columnsPage(page: string): string {
  return SERVICES.filter((service) => existsSync(mainOf(service))).reduce((text, service) => {
    const [begin, end] = [text.indexOf(beginOf(service)), text.indexOf(endOf(service))]
    if (begin < 0 || end < begin) throw new Error(`${PAGE} has no place for the columns of assay-${service}`)
    return `${text.slice(0, begin)}${beginOf(service)}\n\n${tablesOf(service)}\n${text.slice(end)}`
  }, page)
}

/** Returns the committed page. */
export const committedPage = (): string => readFileSync(PAGE, 'utf8')

if (import.meta.main) writeFileSync(PAGE, columnsPage(committedPage()))
