import { describe, expect, it } from 'vitest'
import { type BuiltSite, brokenLinks, outsideLoads, scriptBytes } from './read-site.ts'

const siteOf = (pages: Record<string, string>, others: Record<string, string> = {}): BuiltSite => ({
  files: new Set([...Object.keys(pages), ...Object.keys(others)]),
  pages: new Map(Object.entries(pages)),
  read: (file) => others[file] ?? '',
})

describe('the check of links', () => {
  it('accepts files and anchors that exist', () => {
    const site = siteOf({
      'index.html': '<a href="metrics/bmi.html#formula">x</a><a href="https://example.org">y</a>',
      'metrics/bmi.html':
        '<h2 id="formula">Formula</h2><a href="../index.html">z</a><a href="#formula">w</a>',
    })
    expect(brokenLinks(site)).toEqual({ broken: [], checked: 3 })
  })

  it.each([
    ['<a href="gone.html">', 'index.html: href gone.html'],
    ['<a href="#gone">', 'index.html: no anchor #gone'],
    ['<a href="/index.html">', 'index.html: href /index.html'],
    ['<img src="gone.png">', 'index.html: src gone.png'],
    ['<a href="">', 'index.html: href '],
  ])('refuses %s', (html, fault) => {
    expect(brokenLinks(siteOf({ 'index.html': html })).broken).toEqual([fault])
  })
})

it.each([
  ['<script src="https://cdn.example.org/x.js"></script>', {}],
  ['<link rel="stylesheet" href="//cdn.example.org/x.css">', {}],
  ['<style>@import "https://fonts.example.org/x"</style>', {}],
  ['<script>fetch("https://example.org")</script>', {}],
  ['', { 'x.css': 'a{background:url(https://example.org/x.png)}' }],
])('what a page would load from another host is found: %s', (html, others) => {
  expect(outsideLoads(siteOf({ 'index.html': html }, others))).toHaveLength(1)
})

it('links to other hosts load nothing', () => {
  const html = '<a href="https://doi.org/10.1">x</a><link rel="canonical" href="https://example.org">'
  expect(outsideLoads(siteOf({ 'index.html': html }))).toEqual([])
})

it('counts the scripts of a page, inside it and beside it', () => {
  const code = 'a'.repeat(50)
  const site = siteOf(
    { 'index.html': `<script>${code}</script><script src="x.js"></script>` },
    { 'x.js': code },
  )
  const alone = siteOf({ 'index.html': `<script>${code}</script>` })
  expect(scriptBytes('index.html', site)).toBe(2 * scriptBytes('index.html', alone))
  expect(scriptBytes('index.html', alone)).toBeGreaterThan(0)
})
