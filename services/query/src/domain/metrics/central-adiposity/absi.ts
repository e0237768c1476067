import { defineCard } from '../card.ts'
import { bodyMassIndex } from '../size/bmi.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

/** A body shape index, m^(11/6)·kg^(−2/3): waist made independent of BMI and height (Krakauer & Krakauer 2012). */
export const bodyShapeIndex = (waistCm: number, weightKg: number, heightCm: number): number =>
  waistCm / 100 / (bodyMassIndex(weightKg, heightCm) ** (2 / 3) * Math.sqrt(heightCm / 100))

export const absi = defineCard({
  id: 'absi',
  name: 'A body shape index',
  category: 'central_adiposity',
  quantity: 'body_shape_index',
  required: ['waistCm', 'weightKg', 'heightCm'],
  unit: 'm^(11/6)·kg^(−2/3)',
  decimals: 5,
  formula: 'waist / (BMI^(2/3) · √height)  (m, kg/m²)',
  citation: {
    authors: 'Krakauer NY, Krakauer JC',
    year: 2012,
    journal: 'PLoS ONE 7:e39504',
    title: 'A new body shape index predicts mortality hazard independently of body mass index',
    doi: '10.1371/journal.pone.0039504',
  },
  appliesTo: 'adult',
  suppressions: NOT_IN_PREGNANCY,
  compute: ({ waistCm, weightKg, heightCm }) => bodyShapeIndex(waistCm, weightKg, heightCm),
})
