import { ADULT_CLASS_AGE_YEARS, defineCard, type EquationCard } from '../card.ts'
import { BMI_SUPPRESSIONS, NOT_IN_PREGNANCY, WEIGHT_VOIDED } from '../suppressions.ts'
import { wholeBodyKg } from './amputation.ts'
import { LOW_BMI_OF_AGE } from './low-body-mass.ts'

/** Returns the body mass index: weight over height squared, kg/m² (Quetelet 1832; Keys et al. 1972). */
export const bodyMassIndex = (weightKg: number, heightCm: number): number => weightKg / (heightCm / 100) ** 2

/** Body mass index and its relatives. */
export const bodyMassIndexCards: readonly EquationCard[] = [
  defineCard({
    id: 'bmi',
    name: 'Body mass index',
    category: 'size',
    quantity: 'body_mass_index',
    required: ['weightKg', 'heightCm'],
    optional: ['ageYears', 'missingLimb', 'athlete', 'oedema'],
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
    suppressions: BMI_SUPPRESSIONS,
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
      ...LOW_BMI_OF_AGE,
    ],
    compute: ({ weightKg, heightCm, missingLimb }) =>
      bodyMassIndex(wholeBodyKg(weightKg, missingLimb), heightCm),
    remark: (_bmi, { weightKg, missingLimb, athlete, oedema }) => {
      if (oedema === true) return 'the weight contains fluid: the BMI without it is lower'
      if (missingLimb !== undefined)
        return `computed from an estimated weight of the whole body of ${wholeBodyKg(weightKg, missingLimb).toFixed(1)} kg after amputation (Osterkamp 1995)`
      return athlete === true
        ? 'muscle raises the BMI of athletes: the class tells little about body fat; measure the waist or body fat'
        : undefined
    },
  }),
  defineCard({
    id: 'new_bmi',
    name: 'New body mass index',
    category: 'size',
    quantity: 'body_mass_index',
    required: ['weightKg', 'heightCm'],
    unit: 'kg/m²·⁵',
    decimals: 1,
    formula: '1.3 · weight / height^2.5  (kg, m)',
    citation: {
      authors: 'Trefethen N',
      year: 2013,
      journal: 'The Economist, letter of 5 January 2013',
      title: 'New body mass index (1.3 makes it equal BMI at 1.69 m)',
    },
    appliesTo: 'adult',
    suppressions: NOT_IN_PREGNANCY,
    compute: ({ weightKg, heightCm }) => (1.3 * weightKg) / (heightCm / 100) ** 2.5,
  }),
  defineCard({
    id: 'bmi_prime',
    name: 'BMI prime',
    category: 'size',
    quantity: 'body_mass_index',
    required: ['weightKg', 'heightCm'],
    unit: '',
    decimals: 2,
    formula: 'BMI / 25',
    citation: {
      authors: 'Gadzik J',
      year: 2006,
      journal: 'Conn Med 70:81–86',
      title: '"How much should I weigh?" Quetelet\'s equation, upper weight limits, and BMI prime',
    },
    appliesTo: 'adult',
    suppressions: NOT_IN_PREGNANCY,
    compute: ({ weightKg, heightCm }) => bodyMassIndex(weightKg, heightCm) / 25,
  }),
  defineCard({
    id: 'ponderal_index',
    name: 'Ponderal index (Rohrer)',
    category: 'size',
    quantity: 'ponderal_index',
    required: ['weightKg', 'heightCm'],
    unit: 'kg/m³',
    decimals: 1,
    formula: 'weight / height³  (kg, m)',
    citation: {
      authors: 'Rohrer F',
      year: 1921,
      journal: 'Münch Med Wochenschr 68:580–582',
      title: 'Der Index der Körperfülle als Maß des Ernährungszustandes',
    },
    appliesTo: 'any',
    suppressions: WEIGHT_VOIDED,
    compute: ({ weightKg, heightCm }) => weightKg / (heightCm / 100) ** 3,
  }),
]
