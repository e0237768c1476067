import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Position, Sex } from '../person.ts'
import { cdcBmi95, cdcExtendedBmiZ, cdcZ } from './cdc.ts'
import { type Child, whoIndexZ } from './who.ts'

type Part = { source: string; columns: string[]; rows: string[][] }
const fixture = JSON.parse(
  readFileSync(new URL('../../../fixtures/growth-golden.json', import.meta.url), 'utf8'),
) as Record<'who-2006' | 'who-2007' | 'cdc', Part>
const rowsOf = ({ columns, rows }: Part) =>
  rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]!])))

const childOf = (row: Record<string, string>): Child => ({
  sex: row.sex as Sex,
  ageDays: row.age_days ? Number(row.age_days) : Math.round(Number(row.age_months) * 30.4375),
  ...(row.age_months && { ageMonths: Number(row.age_months) }),
  ...(row.weight_kg && { weightKg: Number(row.weight_kg) }),
  ...(row.height_cm && { heightCm: Number(row.height_cm) }),
  ...(row.measured && { position: row.measured as Position }),
  oedema: row.oedema === 'yes' || row.oedema === 'y',
})
const at2 = (z: number | undefined) => (z === undefined ? '' : Number(z.toFixed(2)) + 0)
const cell = (text: string | undefined) => (text === undefined || text === '' ? '' : Number(text))

describe('golden growth figures kept in the repository', () => {
  it('WHO 2006, up to 1 826 days, equal at 2 decimals', () => {
    const children = rowsOf(fixture['who-2006']).filter((row) => Number(row.age_days) <= 1826)
    expect(children.length).toBeGreaterThan(60)
    for (const row of children) {
      const child = childOf(row)
      expect([row.id, at2(whoIndexZ('weight_for_age', child))]).toEqual([row.id, cell(row.z_weight_for_age)])
      expect([row.id, at2(whoIndexZ('length_height_for_age', child))]).toEqual([
        row.id,
        cell(row.z_length_height_for_age),
      ])
      expect([row.id, at2(whoIndexZ('weight_for_length_height', child))]).toEqual([
        row.id,
        cell(row.z_weight_for_length_height),
      ])
      expect([row.id, at2(whoIndexZ('bmi_for_age', child))]).toEqual([row.id, cell(row.z_bmi_for_age)])
    }
  })

  it('WHO 2007, equal at 2 decimals', () => {
    const children = rowsOf(fixture['who-2007'])
    expect(children.length).toBeGreaterThan(40)
    for (const row of children) {
      const child = childOf(row)
      expect([row.id, at2(whoIndexZ('length_height_for_age', child))]).toEqual([
        row.id,
        cell(row.z_height_for_age),
      ])
      expect([row.id, at2(whoIndexZ('weight_for_age', child))]).toEqual([row.id, cell(row.z_weight_for_age)])
      expect([row.id, at2(whoIndexZ('bmi_for_age', child))]).toEqual([row.id, cell(row.z_bmi_for_age)])
    }
  })

  it('CDC 2000 and the extended BMI of 2022', () => {
    const children = rowsOf(fixture.cdc)
    expect(children.length).toBeGreaterThan(40)
    for (const row of children) {
      const [sex, months, bmi] = [row.sex as Sex, Number(row.age_months), Number(row.bmi)]
      expect(cdcZ('weight_for_age', sex, months, Number(row.weight))).toBeCloseTo(Number(row.waz), 6)
      expect(cdcZ('stature_for_age', sex, months, Number(row.height))).toBeCloseTo(Number(row.haz), 2)
      expect(cdcZ('bmi_for_age', sex, months, bmi)).toBeCloseTo(Number(row.original_bmiz), 6)
      expect(cdcExtendedBmiZ(sex, months, bmi)).toBeCloseTo(Number(row.bmiz), 6)
      expect(cdcBmi95(sex, months)).toBeCloseTo(Number(row.bmi95), 6)
    }
  })
})
