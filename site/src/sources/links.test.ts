import { describe, expect, it } from 'vitest'
import { destinationOf, rewriteLinks } from './links.ts'

const targets = {
  addresses: new Map([
    ['docs/glossary.md', 'glossary'],
    ['docs/decisions', 'decisions'],
  ]),
  exists: (path: string) => ['compose.yaml', 'docs/query/measure.png'].includes(path),
}

describe('links of documents', () => {
  it('lead to pages, with their anchors', () => {
    expect(destinationOf('../glossary.md#card', 'docs/query/how-to.md', targets)).toEqual({
      kind: 'page',
      href: '/glossary#card',
    })
    expect(destinationOf('decisions/', 'docs/README.md', targets)).toEqual({
      kind: 'page',
      href: '/decisions',
    })
  })

  it('stay as they are outside the repository and on the same page', () => {
    for (const link of ['https://example.org/x', 'mailto:a@example.org', '#here', '/metrics/bmi'])
      expect(destinationOf(link, 'README.md', targets)).toEqual({ kind: 'outside' })
  })

  it('become text where the file is only in the repository', () => {
    const html = '<p><a href="../compose.yaml">the file</a> and <a href="glossary.md">words</a></p>'
    expect(rewriteLinks(html, 'docs/README.md', targets)).toBe(
      '<p><span class="in-repository" title="In the repository: compose.yaml">the file</span> and <a href="/glossary">words</a></p>',
    )
  })

  it('report the pictures that are shown', () => {
    const pictures: string[] = []
    const html = rewriteLinks('<img alt="" src="measure.png">', 'docs/query/tutorial.md', targets, (path) =>
      pictures.push(path),
    )
    expect(html).toBe('<img alt="" src="/pictures/docs/query/measure.png">')
    expect(pictures).toEqual(['docs/query/measure.png'])
  })

  it('are refused where they lead nowhere', () => {
    expect(() => destinationOf('gone.md', 'docs/README.md', targets)).toThrow(
      'docs/README.md: the link to gone.md leads nowhere',
    )
  })
})
