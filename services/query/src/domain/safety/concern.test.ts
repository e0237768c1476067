import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { processQuery } from '../language/query-processor.ts'
import { concernOf } from './concern.ts'
import { SOURCES } from './rule.ts'
import { RULES } from './rules.ts'

/** Texts of our own, none taken from a set of questions: each line a kind of danger (or "-" for a harmless text) and the text. */
const TEXTS = readFileSync(join(import.meta.dirname, '../../../fixtures/danger/of-rules.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ kind: line.slice(0, line.indexOf(' ')), text: line.slice(line.indexOf(' ') + 1) }))
const ALARMING = TEXTS.filter(({ kind }) => kind !== '-')
const HARMLESS = TEXTS.filter(({ kind }) => kind === '-')

function judge(text: string) {
  const { people, unread } = processQuery(text, { today: '2026-01-01' })
  return concernOf(text, { people, unread: unread?.length ?? 0 })
}

describe('danger', () => {
  it.each(ALARMING)('$kind: $text', ({ kind, text }) => {
    expect(judge(text)?.kind).toBe(kind)
  })
  it.each(HARMLESS)('harmless: $text', ({ text }) => {
    expect(judge(text)).toBeUndefined()
  })
})

describe('a wish in other languages', () => {
  it.each([
    'non voglio più vivere',
    'non voglio vivere',
    'voglio morire',
    'nie chcę już żyć',
    'nie chce zyc',
    'chcę umrzeć',
    'ik wil dood',
    'ik wil sterven',
    'ik wil niet meer leven',
    'jag vill dö',
    'jag vill inte leva längre',
    'não quero mais viver',
    'quero morrer',
    'no quiero vivir más',
    'no quiero seguir viviendo con este cuerpo',
    'quiero morir',
    'je veux mourir',
    'je ne veux plus vivre',
    'ich will sterben',
    'ich will nicht mehr leben',
  ])('to die is met: %s', (text) => {
    expect(judge(`${text}, 80 kg, 170 cm, BMI?`)?.rule).toBe('wish_to_die')
    expect(judge(text)?.rule).toBe('wish_to_die')
  })
  it.each([
    'Non voglio morire giovane',
    'Não quero morrer cedo',
    'nie chcę umrzeć młodo',
    'Ik wil niet dood aan mijn overgewicht',
    'jag vill inte leva med övervikt',
    'jag vill inte dö ung',
    'nie chce zyc z nadwaga',
    'no quiero vivir con sobrepeso',
    'no quiero morir joven',
    'je ne veux pas mourir jeune',
    'Ich will nicht ungesund leben',
    'Ich will nicht früh sterben',
  ])('to live is answered: %s', (text) => {
    expect(judge(`${text}, 90 kg, 170 cm, BMI?`)).toBeUndefined()
    expect(judge(text)).toBeUndefined()
  })
})

describe('rules', () => {
  it('cite a source and are each met by a text', () => {
    const met = new Set(ALARMING.map(({ text }) => judge(text)?.rule))
    expect(RULES.map(({ id }) => id).filter((id) => !met.has(id))).toEqual([])
    for (const { source } of RULES) for (const key of source) expect(SOURCES[key]).toMatch(/\d{4}/)
  })
  it('name help and give no figure of a body', () => {
    for (const { text } of ALARMING) {
      const message = judge(text)?.message ?? ''
      expect(message).toMatch(/112, 911 or 999/)
      expect(message).toMatch(/cannot help with this/)
      expect(message).not.toMatch(/kg|BMI|kcal/)
    }
  })
  it('read a long text in linear time', () => {
    const text = 'i want to not never kill for a burger and throw up after lunch '.repeat(300)
    const start = performance.now()
    concernOf(text)
    expect(performance.now() - start).toBeLessThan(1500)
  })
})
