import { defineCard, noValue } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'

export const bodyRoundnessIndex = defineCard({
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
      ? noValue('the waist is rounder than the body is tall')
      : 364.2 - 365.5 * Math.sqrt(1 - squashed)
  },
})
