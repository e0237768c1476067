import { defineCard } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'

export const neckCircumference = defineCard({
  id: 'neck_circumference',
  name: 'Neck circumference',
  category: 'central_adiposity',
  quantity: 'neck',
  required: ['neckCm'],
  optional: ['sex'],
  unit: 'cm',
  decimals: 1,
  formula: 'as measured',
  citation: {
    authors: 'Ben-Noun L, Sohar E, Laor A',
    year: 2001,
    journal: 'Obes Res 9:470–477',
    title: 'Neck circumference as a simple screening measure for identifying overweight and obese patients',
    doi: '10.1038/oby.2001.61',
  },
  appliesTo: 'adult',
  classes: [
    {
      system: 'Ben-Noun 2001',
      citation: {
        authors: 'Ben-Noun L, Sohar E, Laor A',
        year: 2001,
        journal: 'Obes Res 9:470–477',
        doi: '10.1038/oby.2001.61',
      },
      sex: 'male',
      bands: [
        { from: 0, label: 'below the cut-off' },
        { from: 37, label: 'overweight likely' },
        { from: 39.5, label: 'obesity likely' },
      ],
    },
    {
      system: 'Ben-Noun 2001',
      citation: {
        authors: 'Ben-Noun L, Sohar E, Laor A',
        year: 2001,
        journal: 'Obes Res 9:470–477',
        doi: '10.1038/oby.2001.61',
      },
      sex: 'female',
      bands: [
        { from: 0, label: 'below the cut-off' },
        { from: 34, label: 'overweight likely' },
        { from: 36.5, label: 'obesity likely' },
      ],
    },
  ],
  suppressions: GIRTHS_VOIDED,
  compute: ({ neckCm }) => neckCm,
})
