import { defineCard } from '../card.ts'

export const frameSize = defineCard({
  id: 'frame_size',
  name: 'Frame size (height to wrist)',
  category: 'proportion_and_physique',
  quantity: 'frame_size',
  required: ['heightCm', 'wristCm'],
  optional: ['sex'],
  unit: '',
  decimals: 1,
  formula: 'height / wrist circumference',
  citation: {
    authors: 'Grant JP',
    year: 1980,
    journal: 'WB Saunders, Philadelphia',
    title: 'Handbook of total parenteral nutrition',
  },
  appliesTo: 'adult',
  classes: [
    {
      system: 'Grant 1980',
      citation: {
        authors: 'Grant JP',
        year: 1980,
        journal: 'Handbook of total parenteral nutrition, WB Saunders',
      },
      sex: 'male',
      bands: [
        { from: 0, label: 'large frame' },
        { from: 9.6, label: 'medium frame' },
        { from: 10.4, label: 'small frame' },
      ],
    },
    {
      system: 'Grant 1980',
      citation: {
        authors: 'Grant JP',
        year: 1980,
        journal: 'Handbook of total parenteral nutrition, WB Saunders',
      },
      sex: 'female',
      bands: [
        { from: 0, label: 'large frame' },
        { from: 10.1, label: 'medium frame' },
        { from: 11, label: 'small frame' },
      ],
    },
  ],
  compute: ({ heightCm, wristCm }) => heightCm / wristCm,
})
