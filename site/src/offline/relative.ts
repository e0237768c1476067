import { posix } from 'node:path'

/** Attributes of the built pages that hold addresses of the site. */
const ATTRIBUTE = /(\s(?:href|src|data-search-index)=)"(\/[^"]*)"/g

/** Returns the file of an address of the site: pages get their extension, other files keep theirs. */
function fileOf(path: string, files: ReadonlySet<string>): string | undefined {
  const plain = decodeURI(path).replace(/^\//, '').replace(/\/$/, '')
  return [plain, `${plain}.html`, plain === '' ? 'index.html' : `${plain}/index.html`].find((one) =>
    files.has(one),
  )
}

/**
 * Makes every address of a built page relative to its file, so that the site works from a folder and below any path. An
 * address without a file is left as it is, for the check of links to report.
 */
export function relativeLinks(html: string, file: string, files: ReadonlySet<string>): string {
  return html.replaceAll(ATTRIBUTE, (whole, attribute: string, address: string) => {
    const [path = '', hash] = address.split('#', 2)
    const target = fileOf(path.split('?')[0] ?? '', files)
    if (target === undefined) return whole
    const relative = posix.relative(posix.dirname(file), target)
    return `${attribute}"${encodeURI(relative)}${hash === undefined ? '' : `#${hash}`}"`
  })
}

const MODULE = /<script type="module" src="(\/[^"]+)"><\/script>/g

/** Returns the module files that a built page loads. */
export const modulesOf = (html: string): string[] =>
  [...html.matchAll(MODULE)].map(([, address = '']) => address)

/**
 * Puts the modules of a page into it, bundled as one script at the place of the first: browsers refuse module files of a page
 * that was opened from a folder.
 */
export function inlineModules(html: string, bundled: string): string {
  let first = true
  return html.replaceAll(MODULE, () => {
    if (!first) return ''
    first = false
    return `<script type="module">${bundled.trim().replaceAll('</script', '<\\/script')}</script>`
  })
}
