/** Endings of drug names (WHO stems of international nonproprietary names). */
const DRUG_ENDINGS: readonly string[] =
  'cillin mycin micin azole pril sartan statin olol parin platin tinib zumab ximab prazole dipine oxacin cycline profen caine curonium glutide gliptin gliflozin xaban thyroxine zepam zolam triptan ciclovir setron dronate formin codone morphine prednisolone rubicin taxel trexate'.split(
    ' ',
  )
const LEAST_LETTERS = 7

/** Whether a word ends like the name of a drug. */
export const isDrug = (word: string): boolean =>
  word.length >= LEAST_LETTERS && DRUG_ENDINGS.some((ending) => word.endsWith(ending))
