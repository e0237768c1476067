import type { Static } from 'typebox'
import { type EquationCard, errorNoteOf } from '../domain/metrics/card.ts'
import { INPUT_NAMES, inputSpec, wireNameOf } from '../domain/metrics/inputs.ts'
import { preferencesOf } from '../domain/metrics/preferences.ts'
import { CARDS_IN_ORDER } from '../domain/metrics/registry.ts'
import type { CatalogueAnswer, CatalogueMetric, CatalogueParameter } from './catalogue.schema.ts'

const presentCard = (card: EquationCard): Static<typeof CatalogueMetric> => ({
  id: card.id,
  name: card.name,
  category: card.category,
  quantity: card.quantity,
  unit: card.unit,
  decimals: card.decimals,
  required: card.required.map(wireNameOf),
  optional: card.optional.map(wireNameOf),
  equation: card.formula,
  citation: card.citation,
  error_note: errorNoteOf(card),
  applies_to: card.appliesTo,
  limits: card.limits.map(({ input, min, max, outside, reason }) => ({
    parameter: wireNameOf(input),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    outside,
    reason,
  })),
  classes: card.classes.map(({ system, sex, populations, bands, citation }) => ({
    system,
    ...(sex === undefined ? {} : { sex }),
    ...(populations === undefined ? {} : { populations: [...populations] }),
    bands: bands.map(({ from, label }) => ({ from: Number.isFinite(from) ? from : null, label })),
    citation,
  })),
  preferences: preferencesOf(card.id).map(({ preference, place }) => ({
    place,
    ...(preference.purpose === undefined ? {} : { purposes: [...preference.purpose] }),
    ...(preference.when === undefined ? {} : { when: preference.when }),
    reason: preference.reason,
    citation: preference.citation,
  })),
})

function presentInput(name: (typeof INPUT_NAMES)[number]): Static<typeof CatalogueParameter> {
  const spec = inputSpec(name)
  const common = { name: spec.wire, label: spec.label, kind: spec.kind }
  if (spec.kind === 'number') return { ...common, unit: spec.unit, min: spec.min, max: spec.max }
  return spec.kind === 'choice' ? { ...common, choices: [...spec.choices] } : common
}

/** Returns the catalogue of metrics and parameters. It is constant while the process runs. */
export const presentCatalogue = (): Static<typeof CatalogueAnswer> => ({
  metrics: CARDS_IN_ORDER.map(presentCard),
  parameters: INPUT_NAMES.map(presentInput),
})
