/** Addresses that the tests open. */
const VISITS = '2024-03-10,6.1,62.4,41.2;2024-06-12,7.9,68.8,43.9;2025-01-11,9.8,77.5,46.6'

export const PERSON = '#/?sex=female&age_years=34&height_cm=165&weight_kg=62&waist_cm=74'
export const CHILD = `#/growth?sex=female&birth=2023-11-09&weeks=34&visits=${encodeURIComponent(VISITS)}`
export const ASKED = `#/ask?q=${encodeURIComponent('woman, 34, 165 cm, 62 kg: what is my BMI?')}`
export const PLAN = '#/plan?sex=male&age=45&height=178&weight=96&activity=low_active&goal=88&weeks=26'
