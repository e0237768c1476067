import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { plannedFiles, ROOT, servicesOf } from '../sources/plan.ts'
import { brokenLinks, outsideLoads, readSite, scriptBytes } from './read-site.ts'

/** One check of the built site. */
export interface Verdict {
  readonly what: string
  readonly ok: boolean
  readonly faults: readonly string[]
}

/** Compressed JavaScript of a page, at most (issue of the documentation site). */
const MAX_SCRIPT_BYTES = 150_000

/** Modules of the services with cards, and where the page of a card is. */
const CARDS = [
  {
    file: 'services/query/src/domain/metrics/registry.ts',
    name: 'ALL_CARDS',
    pageOf: (id: string) => `metrics/${id}.html`,
  },
  {
    file: 'services/evidence/src/domain/scores/catalogue.ts',
    name: 'SCORE_CARDS',
    pageOf: (id: string) => `score-cards/${id.replaceAll('.', '-')}.html`,
  },
] as const

const verdict = (what: string, faults: readonly string[], proven = true): Verdict => ({
  what,
  ok: faults.length === 0 && proven,
  faults: proven ? faults : ['nothing was checked'],
})

/** Returns the cards of the code that have no page with their id and a worked value. */
async function cardVerdicts(pages: ReadonlyMap<string, string>): Promise<Verdict[]> {
  const present = CARDS.filter(({ file }) => existsSync(join(ROOT, file)))
  return Promise.all(
    present.map(async ({ file, name, pageOf }) => {
      const module = (await import(pathToFileURL(join(ROOT, file)).href)) as Record<
        string,
        readonly { id: string }[]
      >
      const ids = (module[name] ?? []).map(({ id }) => id)
      const faults = ids.flatMap((id) => {
        const html = pages.get(pageOf(id))
        if (html === undefined) return [`${id} has no page ${pageOf(id)}`]
        const [worked, source] = [/<h2 id="worked-values?"/, /<h2 id="source"/].map((part) => part.test(html))
        return worked && source ? [] : [`${pageOf(id)} has no worked value or no source`]
      })
      return verdict(`${ids.length} cards of ${file} have their pages`, faults, ids.length > 0)
    }),
  )
}

/** Checks the built site in `folder`. */
export async function checkSite(folder: string): Promise<Verdict[]> {
  const site = readSite(folder)
  const { broken, checked } = brokenLinks(site)
  const sizes = [...site.pages.keys()].map((file) => ({ file, bytes: scriptBytes(file, site) }))
  const largest = sizes.reduce((a, b) => (b.bytes > a.bytes ? b : a), { file: '', bytes: 0 })
  const planned = plannedFiles().map(({ path, address }) => ({ path, page: `${address}.html` }))
  const apis = servicesOf().flatMap((service) => [`api/${service}.html`, `api/${service}/schemas.html`])
  return [
    verdict(`${checked} links and anchors of ${site.pages.size} pages lead somewhere`, broken, checked > 0),
    verdict('no page loads anything from another host', outsideLoads(site), site.pages.size > 0),
    verdict(
      `compressed JavaScript of a page is at most ${largest.bytes} bytes (${largest.file}), limit ${MAX_SCRIPT_BYTES}`,
      sizes
        .filter(({ bytes }) => bytes > MAX_SCRIPT_BYTES)
        .map(({ file, bytes }) => `${file}: ${bytes} bytes`),
      largest.bytes > 0,
    ),
    verdict(
      `${planned.length} documents of the repository have their pages`,
      planned
        .filter(({ page }) => !site.pages.has(page))
        .map(({ path, page }) => `${path} has no page ${page}`),
      planned.length > 0,
    ),
    verdict(
      `${apis.length} pages of API references are there`,
      apis.filter((page) => !site.pages.has(page)).map((page) => `${page} is missing`),
      apis.length > 0,
    ),
    ...(await cardVerdicts(site.pages)),
  ]
}
