import { defineCard } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'

export const calfCircumference = defineCard({
  id: 'calf_circumference',
  name: 'Calf circumference',
  category: 'muscle_bone_water',
  quantity: 'calf',
  required: ['calfCm'],
  optional: ['sex'],
  unit: 'cm',
  decimals: 1,
  formula: 'as measured',
  citation: {
    authors: 'Chen LK, Woo J, Assantachai P, et al.',
    year: 2020,
    journal: 'J Am Med Dir Assoc 21:300–307',
    title: 'Asian Working Group for Sarcopenia: 2019 consensus update',
    doi: '10.1016/j.jamda.2019.12.012',
  },
  appliesTo: 'adult',
  classes: [
    {
      system: 'AWGS 2019 screening',
      citation: {
        authors: 'Chen LK, Woo J, Assantachai P, et al.',
        year: 2020,
        journal: 'J Am Med Dir Assoc 21:300–307',
        doi: '10.1016/j.jamda.2019.12.012',
      },
      sex: 'male',
      bands: [
        { from: 0, label: 'possible sarcopenia' },
        { from: 34, label: 'above the cut-off' },
      ],
    },
    {
      system: 'AWGS 2019 screening',
      citation: {
        authors: 'Chen LK, Woo J, Assantachai P, et al.',
        year: 2020,
        journal: 'J Am Med Dir Assoc 21:300–307',
        doi: '10.1016/j.jamda.2019.12.012',
      },
      sex: 'female',
      bands: [
        { from: 0, label: 'possible sarcopenia' },
        { from: 33, label: 'above the cut-off' },
      ],
    },
  ],
  suppressions: GIRTHS_VOIDED,
  compute: ({ calfCm }) => calfCm,
})
