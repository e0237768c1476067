import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { table } from '../../../tooling/site/markdown.ts'
import type { SitePage } from '../../../tooling/site/page.ts'
import { referencePages } from '../openapi/reference.ts'
import { landing } from './landing.ts'
import { GROUPS, plannedFiles, ROOT, servicesOf } from './plan.ts'

/** A page with the file that it comes from, if it comes from one. */
export interface CollectedPage extends SitePage {
  readonly source?: string
  /** The landing page has no navigation beside it. */
  readonly splash?: true
}

/** Takes the first heading of a document as title. Returns it as plain text, and the rest. */
function titleOf(text: string, path: string): { title: string; body: string } {
  const markdown = text.replace(/^<!--[\s\S]*?-->\s*/, '')
  const match = /^# (.+)\n/m.exec(markdown)
  if (match === null || markdown.slice(0, match.index).trim() !== '')
    throw new Error(`${path} does not begin with a heading`)
  const title = match[1]!.replaceAll(/[`*]/g, '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  return { title: title.trim(), body: markdown.slice(match.index + match[0].length) }
}

/** Returns the first sentence of the first paragraph as plain text. */
function firstSentence(body: string): string {
  const paragraph =
    body
      .split(/\n\s*\n/)
      .map((part) => part.trim())
      .find((part) => /^[A-Za-z"*`[]/.test(part)) ?? ''
  const text = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
  return /^.{20,}?[.:](?= |$)/.exec(text)?.[0] ?? text.slice(0, 200)
}

/** Returns the pages made of the Markdown files of the repository. */
function documents(): CollectedPage[] {
  return plannedFiles().map(({ path, address, group, label }) => {
    const { title, body } = titleOf(readFileSync(join(ROOT, path), 'utf8'), path)
    return {
      address,
      title,
      description: firstSentence(body),
      markdown: body,
      source: path,
      ...(group === undefined ? {} : { group }),
      ...(label === undefined ? {} : { label }),
    }
  })
}

/** Returns the list of all decisions. */
function decisions(pages: readonly CollectedPage[]): CollectedPage {
  const rows = pages
    .filter(({ address }) => address.startsWith('decisions/'))
    .map(({ address, title }) => {
      const [, number = '', name = title] = /^(\d+)\.\s*(.*)$/.exec(title) ?? []
      return [number, `[${name.replaceAll('|', '\\|')}](/${address})`]
    })
  return {
    address: 'decisions',
    title: 'Decisions',
    description: 'Why things are as they are, one decision per page.',
    markdown: `Why things are as they are, one decision per page. A later page may replace an earlier one.\n\n${table(['ADR', 'decision'], rows)}\n`,
    group: 'Understand',
    label: 'Decisions',
  }
}

/** Returns the pages that the services generate from their code. */
async function generated(): Promise<SitePage[]> {
  const files = globSync('services/*/bench/site-pages.ts', { cwd: ROOT }).sort()
  const modules = await Promise.all(
    files.map(
      (file) =>
        import(/* @vite-ignore */ pathToFileURL(join(ROOT, file)).href) as Promise<{
          sitePages: () => SitePage[]
        }>,
    ),
  )
  return modules.flatMap(({ sitePages }) => sitePages())
}

/** Returns the reference of each API from its committed OpenAPI document. */
function references(): SitePage[] {
  return servicesOf().flatMap((service) => {
    const file = join(ROOT, 'services', service, 'openapi.json')
    return existsSync(file) ? referencePages(service, JSON.parse(readFileSync(file, 'utf8'))) : []
  })
}

/** Returns every page of the site. Throws where two of them have the same address. */
export async function collectPages(): Promise<CollectedPage[]> {
  const written = documents()
  const cards = await generated()
  const pages = [...written, decisions(written), ...cards, ...references()]
  const all = [landing(pages), ...pages]
  const addresses = new Set<string>()
  for (const { address } of all) {
    if (addresses.has(address.toLowerCase())) throw new Error(`two pages have the address ${address}`)
    addresses.add(address.toLowerCase())
  }
  return all
}

/** Returns where links to files and folders of the repository lead on the site. */
export function addressesOf(pages: readonly CollectedPage[]): Map<string, string> {
  const files = pages.flatMap(({ source, address }) =>
    source === undefined ? [] : [[source, address] as const],
  )
  const folders = [
    ['docs/decisions', 'decisions'],
    ['docs', 'map'],
    ...servicesOf().map((service) => [`services/${service}/openapi.json`, `api/${service}`] as const),
  ] as const
  return new Map([...files, ...folders])
}

/** An entry of the navigation. */
export interface NavigationGroup {
  readonly label: string
  readonly collapsed: boolean
  readonly items: { readonly label: string; readonly slug: string }[]
}

/** Returns the navigation: every page that names a group, in the order of the pages. */
export const navigationOf = (pages: readonly CollectedPage[]): NavigationGroup[] =>
  GROUPS.map((label) => ({
    label,
    collapsed: !['Start', 'query', 'evidence', 'audio'].includes(label),
    items: pages
      .filter(({ group }) => group === label)
      .map((page) => ({ label: page.label ?? page.title, slug: page.address })),
  })).filter(({ items }) => items.length > 0)
