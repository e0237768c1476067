import type { ComputedMetric } from '../metrics/compute-metrics.ts'
import { unitOfSymbol } from '../units.ts'
import { LOINC, LOINC_OF_METRIC, OWN_SYSTEM, UCUM } from './codes.ts'
import type { BundleReading } from './read-bundle.ts'

function observation(metric: ComputedMetric, reading: BundleReading) {
  const { card } = metric
  const notes = [...metric.notes, ...reading.assumed]
  const loinc = LOINC_OF_METRIC[metric.id]
  const { ucum } = unitOfSymbol(card.unit)
  const derivedFrom = metric.inputsUsed.flatMap((name) => {
    const reference = reading.sources[name]
    return reference === undefined ? [] : [{ reference }]
  })
  return {
    resourceType: 'Observation' as const,
    status: 'final' as const,
    code: {
      coding: [
        ...(loinc ? [{ system: LOINC, code: loinc.code, display: loinc.display }] : []),
        { system: OWN_SYSTEM, code: metric.id, display: card.name },
      ],
      text: card.name,
    },
    ...(reading.subject === undefined ? {} : { subject: { reference: reading.subject } }),
    ...(reading.inputs.measurementDate === undefined
      ? {}
      : { effectiveDateTime: reading.inputs.measurementDate }),
    valueQuantity: {
      value: Number(metric.value.toFixed(card.decimals)),
      unit: card.unit === '' ? '1' : card.unit,
      ...(ucum === undefined ? {} : { system: UCUM, code: ucum }),
    },
    ...(metric.classes.length === 0
      ? {}
      : { interpretation: metric.classes.map(({ system, label }) => ({ text: `${label} (${system})` })) }),
    method: {
      text: `${card.formula} — ${card.citation.authors}, ${card.citation.journal} (${card.citation.year})`,
    },
    ...(notes.length === 0 ? {} : { note: notes.map((text) => ({ text })) }),
    ...(derivedFrom.length === 0 ? {} : { derivedFrom }),
  }
}

/**
 * Writes every computed metric as a FHIR R4 Observation into a collection Bundle. `derivedFrom` names the observations
 * that were used.
 */
export const writeBundle = (metrics: readonly ComputedMetric[], reading: BundleReading) => ({
  resourceType: 'Bundle' as const,
  type: 'collection' as const,
  entry: metrics.map((metric) => ({ resource: observation(metric, reading) })),
})
