import { defineCard } from '../card.ts'
import { GIRTHS_VOIDED } from '../suppressions.ts'

export const waistCircumference = defineCard({
  id: 'waist_circumference',
  name: 'Waist circumference',
  category: 'central_adiposity',
  quantity: 'waist',
  required: ['waistCm'],
  optional: ['sex'],
  unit: 'cm',
  decimals: 1,
  formula: 'as measured',
  citation: {
    authors: 'Alberti KGMM, Zimmet P, Shaw J',
    year: 2006,
    journal: 'Diabet Med 23:469–480',
    title: 'Metabolic syndrome — a new world-wide definition (IDF)',
    doi: '10.1111/j.1464-5491.2006.01858.x',
  },
  appliesTo: 'any',
  classes: [
    {
      system: 'IDF waist, Europid',
      citation: {
        authors: 'Alberti KGMM, Zimmet P, Shaw J',
        year: 2006,
        journal: 'Diabet Med 23:469–480',
        title: 'Metabolic syndrome — a new world-wide definition (IDF)',
        doi: '10.1111/j.1464-5491.2006.01858.x',
      },
      populations: ['general', 'europid'],
      sex: 'male',
      minAgeYears: 18,
      bands: [
        { from: 0, label: 'below the cut-off' },
        { from: 94, label: 'central obesity' },
      ],
    },
    {
      system: 'IDF waist, Europid',
      citation: {
        authors: 'Alberti KGMM, Zimmet P, Shaw J',
        year: 2006,
        journal: 'Diabet Med 23:469–480',
        title: 'Metabolic syndrome — a new world-wide definition (IDF)',
        doi: '10.1111/j.1464-5491.2006.01858.x',
      },
      populations: ['general', 'europid'],
      sex: 'female',
      minAgeYears: 18,
      bands: [
        { from: 0, label: 'below the cut-off' },
        { from: 80, label: 'central obesity' },
      ],
    },
    {
      system: 'IDF waist, Asian',
      citation: {
        authors: 'Alberti KGMM, Zimmet P, Shaw J',
        year: 2006,
        journal: 'Diabet Med 23:469–480',
        title: 'Metabolic syndrome — a new world-wide definition (IDF)',
        doi: '10.1111/j.1464-5491.2006.01858.x',
      },
      populations: ['asian', 'south_asian', 'chinese', 'japanese'],
      sex: 'male',
      minAgeYears: 18,
      bands: [
        { from: 0, label: 'below the cut-off' },
        { from: 90, label: 'central obesity' },
      ],
    },
    {
      system: 'IDF waist, Asian',
      citation: {
        authors: 'Alberti KGMM, Zimmet P, Shaw J',
        year: 2006,
        journal: 'Diabet Med 23:469–480',
        title: 'Metabolic syndrome — a new world-wide definition (IDF)',
        doi: '10.1111/j.1464-5491.2006.01858.x',
      },
      populations: ['asian', 'south_asian', 'chinese', 'japanese'],
      sex: 'female',
      minAgeYears: 18,
      bands: [
        { from: 0, label: 'below the cut-off' },
        { from: 80, label: 'central obesity' },
      ],
    },
    {
      system: 'NCEP ATP III waist',
      citation: {
        authors: 'Grundy SM, Cleeman JI, Daniels SR, et al.',
        year: 2005,
        journal: 'Circulation 112:2735–2752',
        title: 'Diagnosis and management of the metabolic syndrome (AHA/NHLBI update of NCEP ATP III)',
        doi: '10.1161/CIRCULATIONAHA.105.169404',
      },
      populations: ['general', 'europid'],
      sex: 'male',
      minAgeYears: 18,
      bands: [
        { from: 0, label: 'below the cut-off' },
        { from: 102, label: 'central obesity' },
      ],
    },
    {
      system: 'NCEP ATP III waist',
      citation: {
        authors: 'Grundy SM, Cleeman JI, Daniels SR, et al.',
        year: 2005,
        journal: 'Circulation 112:2735–2752',
        title: 'Diagnosis and management of the metabolic syndrome (AHA/NHLBI update of NCEP ATP III)',
        doi: '10.1161/CIRCULATIONAHA.105.169404',
      },
      populations: ['general', 'europid'],
      sex: 'female',
      minAgeYears: 18,
      bands: [
        { from: 0, label: 'below the cut-off' },
        { from: 88, label: 'central obesity' },
      ],
    },
  ],
  suppressions: GIRTHS_VOIDED,
  compute: ({ waistCm }) => waistCm,
})
