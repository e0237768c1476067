import { expect, test } from 'vitest'
import recipes from './fresh-recipes.json' with { type: 'json' }
import { FONTS_SET_APART, KITS_SET_APART, type Recipe } from './recipe.ts'

const list = recipes as readonly Recipe[]

test('the second fresh set has at least 40 pieces with names of their own', () => {
  expect(list.length).toBeGreaterThanOrEqual(40)
  expect(new Set(list.map(({ id }) => id)).size).toBe(list.length)
})

test('it plays only the kits and soundfonts that are set apart, each of them', () => {
  const kits = new Set(list.flatMap(({ drums }) => ('kit' in drums ? [drums.kit] : [])))
  expect([...kits].sort()).toEqual([...KITS_SET_APART].sort())
  const fonts = new Set(list.map(({ accompaniment }) => accompaniment.soundfont))
  for (const { drums } of list) if ('soundfont' in drums) fonts.add(drums.soundfont)
  expect([...fonts].sort()).toEqual([...FONTS_SET_APART].sort())
})
