import { expect, it } from 'vitest'
import { findPages } from './find-pages.ts'

const entry = (file: string, title: string, text: string, headings = '') => ({ file, title, headings, text })
const pages = [
  entry('a.html', 'Glossary', 'the body mass index is a ratio'),
  entry('b.html', 'Body mass index', 'weight / height²'),
  entry('c.html', 'Body fat (Brožek)', 'body_fat_brozek'),
]

it('puts the page whose title has the words first', () => {
  expect(findPages('body mass', pages).map(({ file }) => file)).toEqual(['b.html', 'a.html'])
})

it('finds names by their parts and words without accents', () => {
  expect(findPages('fat brozek', pages).map(({ file }) => file)).toEqual(['c.html'])
})

it('asks for all words', () => {
  expect(findPages('body ratio fat', pages)).toEqual([])
  expect(findPages('  ', pages)).toEqual([])
})
