import { describe, expect, it } from 'vitest'
import { PREFERENCES, placeOf, preferenceFor, preferencesOf } from './preferences.ts'
import { cardById } from './registry.ts'

describe('which equation leads', () => {
  it('orders equations that exist, for the quantity they estimate', () => {
    for (const { quantity, order, citation } of PREFERENCES) {
      for (const id of order) expect(cardById(id)?.quantity, id).toBe(quantity)
      expect(new Set(order).size).toBe(order.length)
      expect(citation.year).toBeGreaterThan(1900)
    }
  })
  it('depends on the purpose and on the person', () => {
    const lead = (...args: Parameters<typeof preferenceFor>) => preferenceFor(...args)?.order[0]
    expect(lead('ideal_weight', {}, 'ventilation')).toBe('ideal_weight_devine')
    expect(lead('lean_mass', {}, 'dose')).toBe('lean_mass_janmahasatian')
    expect(lead('lean_mass', {})).toBe('lean_mass_boer')
    expect(lead('resting_energy', {})).toBe('bmr_mifflin_st_jeor')
    expect(lead('resting_energy', { ageYears: 6 })).toBe('bmr_schofield')
    expect(lead('resting_energy', { fatFreeMassKg: 60 })).toBe('bmr_katch_mcardle')
    expect(lead('resting_energy', { athlete: true })).toBe('bmr_ten_haaf_weight')
    expect(lead('body_surface_area', {}, 'dose')).toBe('bsa_mosteller')
    expect(lead('waist', {})).toBeUndefined()
  })
  it('puts skinfolds before circumferences before BMI', () => {
    const order = preferenceFor('body_fat_percent', {})!
    const place = (id: string) => placeOf(id, order)
    expect(place('body_fat_durnin_womersley_siri')).toBeLessThan(place('body_fat_navy'))
    expect(place('body_fat_navy')).toBeLessThan(place('body_fat_deurenberg'))
    expect(place('not_named')).toBe(order.order.length)
  })
  it('tells the catalogue the places of an equation', () => {
    expect(preferencesOf('bsa_haycock').map(({ place }) => place)).toEqual([2, 3])
  })
})
