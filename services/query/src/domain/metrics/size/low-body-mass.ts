import type { Citation, ClassScheme } from '../card.ts'

/** Global consensus on the diagnosis of malnutrition. */
export const GLIM_2019: Citation = {
  authors: 'Cederholm T, Jensen GL, Correia MITD, et al. (GLIM)',
  year: 2019,
  journal: 'Clin Nutr 38:1–9',
  title:
    'GLIM criteria for the diagnosis of malnutrition — a consensus report from the global clinical nutrition community',
  doi: '10.1016/j.clnu.2018.08.002',
}

/** Our choice: the limits are shown from this age. In younger adults a BMI of 18.5 to 20 is normal by WHO. */
const OLDER_ADULT_YEARS = 65
const GLIM_AGE_YEARS = 70

/**
 * Low BMI of older adults: below 20 (severe below 18.5) under 70 years, below 22 (severe below 20) from 70 years; in Asia
 * below 18.5 and below 20 (GLIM 2019). A low value is told before the WHO class.
 *
 * The score of BAPEN's screening tool is not computed: its owner allows reproduction with a written permission or a paid
 * licence only (bapen.org.uk, "Reproducing 'MUST'", read in November 2026). GLIM's limits are published facts.
 */
export const LOW_BMI_OF_AGE: readonly ClassScheme[] = [
  {
    system: 'GLIM 2019 low BMI, below 70 years',
    citation: GLIM_2019,
    populations: ['general', 'europid'],
    minAgeYears: OLDER_ADULT_YEARS,
    maxAgeYears: GLIM_AGE_YEARS,
    bands: [
      { from: 0, label: 'severely low for an older adult', leads: true },
      { from: 18.5, label: 'low for an older adult', leads: true },
      { from: 20, label: 'not low' },
    ],
  },
  {
    system: 'GLIM 2019 low BMI, from 70 years',
    citation: GLIM_2019,
    populations: ['general', 'europid'],
    minAgeYears: GLIM_AGE_YEARS,
    maxAgeYears: 126,
    bands: [
      { from: 0, label: 'severely low at 70 years or older', leads: true },
      { from: 20, label: 'low at 70 years or older', leads: true },
      { from: 22, label: 'not low' },
    ],
  },
  {
    system: 'GLIM 2019 low BMI in Asia, below 70 years',
    citation: GLIM_2019,
    populations: ['asian', 'south_asian', 'chinese', 'japanese'],
    minAgeYears: OLDER_ADULT_YEARS,
    maxAgeYears: GLIM_AGE_YEARS,
    bands: [
      { from: 0, label: 'low for an older adult', leads: true },
      { from: 18.5, label: 'not low' },
    ],
  },
  {
    system: 'GLIM 2019 low BMI in Asia, from 70 years',
    citation: GLIM_2019,
    populations: ['asian', 'south_asian', 'chinese', 'japanese'],
    minAgeYears: GLIM_AGE_YEARS,
    maxAgeYears: 126,
    bands: [
      { from: 0, label: 'low at 70 years or older', leads: true },
      { from: 20, label: 'not low' },
    ],
  },
]
