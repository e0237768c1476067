import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CARDS_PAGE, cardsPage } from '../../bench/score-cards.ts'

it('the page of score cards is current: run "npm run cards -w @assay/evidence" after a change', () => {
  expect(readFileSync(CARDS_PAGE, 'utf8')).toBe(cardsPage())
})
