import { defineCard, type EquationCard, noValue } from '../card.ts'
import { GIRTHS_VOIDED, NOT_IN_PREGNANCY } from '../suppressions.ts'

/** Indices of body shape from the waist with height, hip or weight. */
export const waistIndexCards: readonly EquationCard[] = [
  defineCard({
    id: 'body_roundness_index',
    name: 'Body roundness index',
    category: 'central_adiposity',
    quantity: 'body_roundness_index',
    required: ['waistCm', 'heightCm'],
    unit: '',
    decimals: 2,
    formula: '364.2 − 365.5 · √(1 − (waist/2π)² / (height/2)²)',
    citation: {
      authors: 'Thomas DM, Bredlau C, Bosy-Westphal A, et al.',
      year: 2013,
      journal: 'Obesity 21:2264–2271',
      title:
        'Relationships between body roundness with body fat and visceral adipose tissue emerging from a new geometrical model',
      doi: '10.1002/oby.20408',
    },
    appliesTo: 'adult',
    suppressions: GIRTHS_VOIDED,
    compute: ({ waistCm, heightCm }) => {
      const squashed = (waistCm / (2 * Math.PI)) ** 2 / (heightCm / 2) ** 2
      return squashed > 1
        ? noValue('the waist is too large for the height: the equation has no value')
        : 364.2 - 365.5 * Math.sqrt(1 - squashed)
    },
  }),
  defineCard({
    id: 'conicity_index',
    name: 'Conicity index',
    category: 'central_adiposity',
    quantity: 'conicity_index',
    required: ['waistCm', 'weightKg', 'heightCm'],
    unit: '',
    decimals: 2,
    formula: 'waist / (0.109 · √(weight/height))  (m, kg)',
    citation: {
      authors: 'Valdez R',
      year: 1991,
      journal: 'J Clin Epidemiol 44:955–956',
      title: 'A simple model-based index of abdominal adiposity',
      doi: '10.1016/0895-4356(91)90059-I',
    },
    appliesTo: 'adult',
    suppressions: NOT_IN_PREGNANCY,
    compute: ({ waistCm, weightKg, heightCm }) =>
      waistCm / 100 / (0.109 * Math.sqrt(weightKg / (heightCm / 100))),
  }),
  defineCard({
    id: 'body_adiposity_index',
    name: 'Body adiposity index',
    category: 'central_adiposity',
    quantity: 'body_fat_percent',
    required: ['hipCm', 'heightCm'],
    unit: '%',
    decimals: 1,
    formula: 'hip / height^1.5 − 18  (cm, m)',
    citation: {
      authors: 'Bergman RN, Stefanovski D, Buchanan TA, et al.',
      year: 2011,
      journal: 'Obesity 19:1083–1089',
      title: 'A better index of body adiposity',
      doi: '10.1038/oby.2011.38',
    },
    appliesTo: 'adult',
    suppressions: GIRTHS_VOIDED,
    possible: { min: 0, max: 80 },
    compute: ({ hipCm, heightCm }) => hipCm / (heightCm / 100) ** 1.5 - 18,
  }),
  defineCard({
    id: 'weight_adjusted_waist_index',
    name: 'Weight-adjusted waist index',
    category: 'central_adiposity',
    quantity: 'weight_adjusted_waist_index',
    required: ['waistCm', 'weightKg'],
    unit: 'cm/√kg',
    decimals: 2,
    formula: 'waist / √weight  (cm, kg)',
    citation: {
      authors: 'Park Y, Kim NH, Kwon TY, Kim SG',
      year: 2018,
      journal: 'Sci Rep 8:16753',
      title:
        'A novel adiposity index as an integrated predictor of cardiometabolic disease morbidity and mortality',
      doi: '10.1038/s41598-018-35073-4',
    },
    appliesTo: 'adult',
    suppressions: NOT_IN_PREGNANCY,
    compute: ({ waistCm, weightKg }) => waistCm / Math.sqrt(weightKg),
  }),
  defineCard({
    id: 'abdominal_volume_index',
    name: 'Abdominal volume index',
    category: 'central_adiposity',
    quantity: 'abdominal_volume_index',
    required: ['waistCm', 'hipCm'],
    unit: 'L',
    decimals: 1,
    formula: '(2·waist² + 0.7·(waist − hip)²) / 1000  (cm)',
    citation: {
      authors: 'Guerrero-Romero F, Rodríguez-Morán M',
      year: 2003,
      journal: 'Arch Med Res 34:428–432',
      title: 'Abdominal volume index: an anthropometry-based index for estimation of obesity',
      doi: '10.1016/S0188-4409(03)00073-0',
    },
    appliesTo: 'adult',
    suppressions: GIRTHS_VOIDED,
    compute: ({ waistCm, hipCm }) => (2 * waistCm ** 2 + 0.7 * (waistCm - hipCm) ** 2) / 1000,
  }),
]
