import { ADULT_CLASS_AGE_YEARS, defineCard } from '../card.ts'
import { CLASS_NOT_IN_PREGNANCY } from '../suppressions.ts'

/** Body mass index: weight over height squared, kg/m² (Quetelet 1832; Keys et al. 1972). */
export const bodyMassIndex = (weightKg: number, heightCm: number): number => weightKg / (heightCm / 100) ** 2

export const bmi = defineCard({
  id: 'bmi',
  name: 'Body mass index',
  category: 'size',
  quantity: 'body_mass_index',
  required: ['weightKg', 'heightCm'],
  optional: ['ageYears'],
  unit: 'kg/m²',
  decimals: 1,
  formula: 'weight / height²  (kg, m)',
  citation: {
    authors: 'Keys A, Fidanza F, Karvonen MJ, Kimura N, Taylor HL',
    year: 1972,
    journal: 'J Chronic Dis 25:329–343',
    title: 'Indices of relative weight and obesity',
    doi: '10.1016/0021-9681(72)90027-6',
  },
  appliesTo: 'any',
  suppressions: CLASS_NOT_IN_PREGNANCY,
  classes: [
    {
      system: 'WHO adult BMI classes',
      citation: {
        authors: 'World Health Organization',
        year: 2000,
        journal: 'WHO Technical Report Series 894',
      },
      minAgeYears: ADULT_CLASS_AGE_YEARS,
      bands: [
        { from: 0, label: 'severe thinness' },
        { from: 16, label: 'moderate thinness' },
        { from: 17, label: 'mild thinness' },
        { from: 18.5, label: 'normal range' },
        { from: 25, label: 'overweight' },
        { from: 30, label: 'obesity class I' },
        { from: 35, label: 'obesity class II' },
        { from: 40, label: 'obesity class III' },
      ],
    },
    {
      system: 'WHO action points for Asian populations',
      citation: {
        authors: 'WHO Expert Consultation',
        year: 2004,
        journal: 'Lancet 363:157–163',
        doi: '10.1016/S0140-6736(03)15268-3',
      },
      populations: ['asian', 'south_asian', 'chinese', 'japanese'],
      minAgeYears: ADULT_CLASS_AGE_YEARS,
      bands: [
        { from: 0, label: 'underweight' },
        { from: 18.5, label: 'increasing but acceptable risk' },
        { from: 23, label: 'increased risk' },
        { from: 27.5, label: 'high risk' },
      ],
    },
  ],
  compute: ({ weightKg, heightCm }) => bodyMassIndex(weightKg, heightCm),
})
