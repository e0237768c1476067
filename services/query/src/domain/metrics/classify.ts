import type { ClassScheme, EquationCard, Population } from './card.ts'
import type { Inputs } from './inputs.ts'

/** A class given to a value, with the published system it comes from. */
export type AssignedClass = { readonly system: string; readonly label: string }

/** The label of the band that an unrounded value falls into; undefined below the first band. */
function bandOf(scheme: ClassScheme, value: number): string | undefined {
  let label: string | undefined
  for (const band of scheme.bands) {
    if (value < band.from) break
    label = band.label
  }
  return label
}

/** Whether a scheme is meant for this person: population, sex and age. Without an age an adult is assumed. */
function schemeApplies(scheme: ClassScheme, inputs: Inputs, population: Population): boolean {
  if (scheme.populations && !scheme.populations.includes(population)) return false
  if (scheme.sex !== undefined && scheme.sex !== inputs.sex) return false
  const age = inputs.ageYears
  if (age === undefined) return scheme.maxAgeYears === undefined
  if (scheme.minAgeYears !== undefined && age < scheme.minAgeYears) return false
  return scheme.maxAgeYears === undefined || age < scheme.maxAgeYears
}

/** Returns every class of an unrounded value under the schemes that apply. Classify first, round afterwards. */
export function classesOf(
  card: EquationCard,
  value: number,
  inputs: Inputs,
  population: Population,
): readonly AssignedClass[] {
  if (card.classes.length === 0 && card.classify === undefined) return NO_CLASSES
  const assigned: AssignedClass[] = []
  for (const scheme of card.classes) {
    if (!schemeApplies(scheme, inputs, population)) continue
    const label = bandOf(scheme, value)
    if (label !== undefined) assigned.push({ system: scheme.system, label })
  }
  const label = card.classify?.(value, inputs)
  if (label !== undefined) assigned.push({ system: `${card.citation.authors} ${card.citation.year}`, label })
  return assigned
}

const NO_CLASSES: readonly AssignedClass[] = []
