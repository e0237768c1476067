import { defineCard, noValue } from '../card.ts'
import { pretermAge } from '../preterm.ts'

/** Age of a preterm child counted from the due date, in months; the age at which its growth is scored. */
export const correctedAge = defineCard({
  id: 'corrected_age',
  name: 'Corrected age',
  category: 'growth',
  quantity: 'corrected_age',
  required: ['ageYears', 'gestationalAgeWeeks'],
  optional: ['ageDays', 'ageMonths', 'ageIsCorrected'],
  unit: 'months',
  decimals: 1,
  formula: 'age − (40 weeks − gestational age); born before 37 weeks, up to 24 months',
  citation: {
    authors: 'Engle WA, American Academy of Pediatrics Committee on Fetus and Newborn',
    year: 2004,
    journal: 'Pediatrics 114:1362–1364',
    title: 'Age terminology during the perinatal period',
  },
  appliesTo: 'child',
  compute: (inputs) => {
    const age = pretermAge(inputs)
    if (age === undefined) return noValue('born at term or older than 24 months: the age is used as it is')
    return age.kind === 'corrected'
      ? (age.inputs.ageMonths ?? noValue('the age is missing'))
      : noValue(age.reason)
  },
})
