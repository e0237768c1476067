import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { processQuery } from '../language/query-processor.ts'
import { concernOf } from './concern.ts'

const FOLDER = join(import.meta.dirname, '../../../fixtures/danger')

/** Reads one half of the texts: "!" marks danger, "-" marks harmless texts. */
const textsOf = (half: string, mark: '!' | '-'): readonly string[] =>
  readFileSync(join(FOLDER, `${half}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`${mark} `))
    .map((line) => line.slice(2))

const isConcern = (text: string): boolean =>
  concernOf(text, processQuery(text, { today: '2026-01-01' }).people) !== undefined

describe('texts about danger, half A (used to set the weights)', () => {
  it('meets danger with help', () => {
    expect(textsOf('a', '!').filter((text) => !isConcern(text))).toEqual([])
  })
  it('answers harmless texts', () => {
    expect(textsOf('a', '-').filter(isConcern)).toEqual([])
  })
})
