import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Loader } from 'astro/loaders'
import { addressesOf, collectPages } from './collect.ts'
import { PICTURES, rewriteLinks } from './links.ts'
import { ROOT } from './plan.ts'

/** Markdown pictures become HTML before rendering: the site's builder would process them itself otherwise. */
const picturesAsHtml = (markdown: string): string =>
  markdown.replaceAll(
    /!\[([^\]]*)\]\(([^)\s]+)\)/g,
    (_, alt: string, src: string) =>
      `<img alt="${alt.replaceAll('"', '&quot;')}" src="${src}" loading="lazy">`,
  )

/** Keeps wide tables and code inside the page; what scrolls can be reached by keyboard. */
const framed = (html: string): string =>
  html
    .replaceAll('<table>', '<div class="table-frame" tabindex="0" role="group" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre ', '<pre tabindex="0" ')

/** Loads all pages, renders them and copies the pictures that they show into the public folder. */
export function pageLoader(): Loader {
  return {
    name: 'assay-pages',
    async load({ store, parseData, renderMarkdown, config }) {
      const pages = await collectPages()
      const targets = { addresses: addressesOf(pages) }
      const publicFolder = fileURLToPath(config.publicDir)
      const pictures = new Set<string>()
      store.clear()
      for (const { address, title, description, markdown, source, splash } of pages) {
        const rendered = await renderMarkdown(picturesAsHtml(markdown))
        const linked = rewriteLinks(rendered.html, source ?? `site:${address}`, targets, (path) =>
          pictures.add(path),
        )
        const data = await parseData({
          id: address,
          data: { title, description, ...(splash ? { template: 'splash', tableOfContents: false } : {}) },
        })
        store.set({ id: address, data, rendered: { ...rendered, html: framed(linked) } })
      }
      rmSync(join(publicFolder, PICTURES), { recursive: true, force: true })
      for (const path of pictures) {
        const target = join(publicFolder, PICTURES, path)
        mkdirSync(dirname(target), { recursive: true })
        cpSync(join(ROOT, path), target)
      }
    },
  }
}
