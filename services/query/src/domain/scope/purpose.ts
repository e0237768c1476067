import type { Purpose } from '../metrics/preferences.ts'
import { findPattern, pattern } from '../wording/patterns.ts'
import { wordsOf } from '../wording/words.ts'
import { isDrug } from './drugs.ts'
import { SCOPE_CONCEPTS } from './subjects.ts'

/** Words that say what a figure is wanted for, most specific first. */
const PURPOSES: readonly (readonly [Purpose, readonly string[]])[] = [
  [
    'ventilation',
    [
      'tidal volume|volumes',
      'ventilation|ventilator|ventilated|ventilate|ventilating|ards|pbw|peep|intubated|vent',
      'predicted body|weight ~1 weight',
      'lung protective',
    ],
  ],
  ['contrast', ['contrast', 'ct|mri scan|agent', 'iodine|iodinated|gadolinium']],
  [
    'dialysis',
    [
      'dialysis|haemodialysis|hemodialysis|dialysate',
      'water deficit|balance',
      'kt v',
      'sodium|hypernatraemia|hypernatremia',
    ],
  ],
  [
    'dose',
    [
      '@drug',
      'dose|doses|dosing|dosage|chemo|chemotherapy|anaesthesia|anesthesia|anaesthetic|induction|infusion|bolus|antibiotic|pharmacokinetic|pharmacokinetics|mg',
      'cockcroft|creatinine',
    ],
  ],
  ['obesity', ['obese|obesity|bariatric|overweight']],
]
const COMPILED = PURPOSES.map(
  ([purpose, sources]) => [purpose, sources.map((source) => pattern(source, SCOPE_CONCEPTS))] as const,
)

/** Returns what a figure is wanted for, as far as it decides which equation leads; undefined when nothing is said. */
export function purposeOf(text: string): Purpose | undefined {
  const words = wordsOf(text)
  const found = COMPILED.find(([, patterns]) => patterns.some((one) => findPattern(one, words) !== undefined))
  return found?.[0] ?? (words.some(({ text: word }) => isDrug(word)) ? 'dose' : undefined)
}
