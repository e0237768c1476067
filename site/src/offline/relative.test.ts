import { expect, it } from 'vitest'
import { inlineModules, modulesOf, relativeLinks } from './relative.ts'

const files = new Set([
  'index.html',
  'metrics.html',
  'metrics/bmi.html',
  '_astro/page.css',
  'search-index.js',
])

it('makes addresses relative to the file of the page', () => {
  const html =
    '<link href="/_astro/page.css"><a href="/metrics#size"><a href="/"><b data-search-index="/search-index.js">'
  expect(relativeLinks(html, 'metrics/bmi.html', files)).toBe(
    '<link href="../_astro/page.css"><a href="../metrics.html#size"><a href="../index.html"><b data-search-index="../search-index.js">',
  )
})

it('leaves addresses without a file for the check of links', () => {
  expect(relativeLinks('<a href="/gone">', 'index.html', files)).toBe('<a href="/gone">')
})

it('puts the modules of a page into it, at the place of the first', () => {
  const html =
    '<script type="module" src="/_astro/a.js"></script><p><script type="module" src="/_astro/b.js"></script>'
  expect(modulesOf(html)).toEqual(['/_astro/a.js', '/_astro/b.js'])
  expect(inlineModules(html, 'run("</script>")')).toBe('<script type="module">run("<\\/script>")</script><p>')
})
