import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { ROOT } from './plan.ts'

/** Pictures that pages show; they are copied below this folder of the site. */
export const PICTURES = 'pictures'
const PICTURE = /\.(png|svg|jpe?g|webp|gif)$/i

/** What the links of the documents lead to. */
export interface Targets {
  /** Addresses by path of the file or folder in the repository. */
  readonly addresses: ReadonlyMap<string, string>
  /** Whether a path exists in the repository. */
  readonly exists?: (path: string) => boolean
}

/** Where a link of a document leads: a page of the site, a picture, or a file that is only in the repository. */
export type Destination =
  | { readonly kind: 'outside' }
  | { readonly kind: 'page'; readonly href: string }
  | { readonly kind: 'picture'; readonly href: string; readonly path: string }
  | { readonly kind: 'repository'; readonly path: string }

/**
 * Returns where a link written in the file `source` of the repository leads. Throws where it leads nowhere.
 */
export function destinationOf(link: string, source: string, { addresses, exists }: Targets): Destination {
  if (/^[a-z][a-z0-9+.-]*:|^\/|^#/i.test(link)) return { kind: 'outside' }
  const [target = '', hash] = link.split('#', 2)
  const path = posix.normalize(posix.join(posix.dirname(source), decodeURI(target))).replace(/\/$/, '')
  const address = addresses.get(path)
  if (address !== undefined)
    return { kind: 'page', href: `/${address}${hash === undefined ? '' : `#${hash}`}` }
  if (!(exists ?? ((one) => existsSync(join(ROOT, one))))(path))
    throw new Error(`${source}: the link to ${link} leads nowhere: there is no ${path} in the repository`)
  if (PICTURE.test(path)) return { kind: 'picture', href: `/${PICTURES}/${path}`, path }
  return { kind: 'repository', path }
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
const unescaped = (text: string): string => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/**
 * Turns the relative links of a rendered document into links of the site. A link to a file that is not on the site becomes
 * its text, with the path in the repository as title. Pictures are reported to `onPicture`.
 */
export function rewriteLinks(
  html: string,
  source: string,
  targets: Targets,
  onPicture: (path: string) => void = () => undefined,
): string {
  const anchors = html.replaceAll(
    /<a ([^>]*?)href="([^"]*)"([^>]*)>([\s\S]*?)<\/a>/g,
    (whole, before: string, href: string, after: string, content: string) => {
      const destination = destinationOf(unescaped(href), source, targets)
      if (destination.kind === 'outside') return whole
      if (destination.kind === 'repository')
        return `<span class="in-repository" title="In the repository: ${escaped(destination.path)}">${content}</span>`
      if (destination.kind === 'picture') onPicture(destination.path)
      return `<a ${before}href="${escaped(destination.href)}"${after}>${content}</a>`
    },
  )
  return anchors.replaceAll(/<img ([^>]*?)src="([^"]*)"/g, (whole, before: string, src: string) => {
    const destination = destinationOf(unescaped(src), source, targets)
    if (destination.kind !== 'picture') return whole
    onPicture(destination.path)
    return `<img ${before}src="${escaped(destination.href)}"`
  })
}
