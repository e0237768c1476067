import type { ClassScheme, EquationCard, Population } from './card.ts'
import type { Inputs } from './inputs.ts'

/** A class given to a value, with the published system it comes from. */
export type AssignedClass = { readonly system: string; readonly label: string }

/** The band that an unrounded value falls into; undefined below the first band. */
function bandOf(scheme: ClassScheme, value: number): ClassScheme['bands'][number] | undefined {
  let found: ClassScheme['bands'][number] | undefined
  for (const band of scheme.bands) {
    if (value < band.from) break
    found = band
  }
  return found
}

/**
 * Whether a scheme is meant for this person: population, sex and age. Without an age an adult is assumed, unless the
 * person is known to be a child.
 */
function schemeApplies(scheme: ClassScheme, inputs: Inputs, population: Population): boolean {
  if (scheme.populations && !scheme.populations.includes(population)) return false
  if (scheme.sex !== undefined && scheme.sex !== inputs.sex) return false
  if (scheme.oedema !== undefined && scheme.oedema !== (inputs.oedema === true)) return false
  const age = inputs.ageYears
  if (age === undefined) return scheme.maxAgeYears === undefined && inputs.isChild !== true
  if (scheme.minAgeYears !== undefined && age < scheme.minAgeYears) return false
  return scheme.maxAgeYears === undefined || age < scheme.maxAgeYears
}

/**
 * Returns every class of an unrounded value under the schemes that apply. The class that is told comes first: a band that
 * leads, then the scheme of the stated population, then the general ones. Classify first, round afterwards.
 */
export function classesOf(
  card: EquationCard,
  value: number,
  inputs: Inputs,
  population: Population,
): readonly AssignedClass[] {
  if (card.classes.length === 0 && card.classify === undefined) return NO_CLASSES
  const leading: AssignedClass[] = []
  const own: AssignedClass[] = []
  const general: AssignedClass[] = []
  for (const scheme of card.classes) {
    if (!schemeApplies(scheme, inputs, population)) continue
    const band = bandOf(scheme, value)
    if (band === undefined) continue
    const rank = band.leads ? leading : isOfPopulation(scheme) ? own : general
    rank.push({ system: scheme.system, label: band.label })
  }
  const assigned = [...leading, ...own, ...general]
  const label = card.classify?.(value, inputs)
  if (label !== undefined) assigned.push({ system: `${card.citation.authors} ${card.citation.year}`, label })
  return assigned
}

/** Whether a scheme is for certain populations only, not for anybody of whom nothing is known. */
const isOfPopulation = ({ populations }: ClassScheme): boolean =>
  populations !== undefined && !populations.includes('general')

const NO_CLASSES: readonly AssignedClass[] = []
