import { type BundleReading, readBundle } from '../domain/fhir/read-bundle.ts'
import { writeBundle } from '../domain/fhir/write-bundle.ts'
import { computeMetrics } from '../domain/metrics/compute-metrics.ts'
import { Refusal } from '../domain/refusal.ts'

/** Refuses a Bundle without a measurement that any metric uses, and names what was ignored. */
function refuseNothing({ inputs, ignored }: BundleReading): never {
  const issue =
    'has no measurement that allows a metric; send Observations such as body weight (LOINC 29463-7) and body height (LOINC 8302-2)'
  throw new Refusal('VALIDATION_ERROR', `entry ${issue}`, {
    field: 'entry',
    issue,
    provided: Object.keys(inputs),
    ignored: ignored.slice(0, 50),
  })
}

/** Computes the metrics of the person in a FHIR Bundle. Returns a Bundle of Observations. */
export function calculateFhirMetrics({ now }: { now: () => Date }) {
  return (bundle: unknown) => {
    const today = now().toISOString().slice(0, 10)
    const reading = readBundle(bundle, today)
    const measurementDate = reading.inputs.measurementDate ?? today
    const inputs =
      reading.inputs.birthDate === undefined ? reading.inputs : { ...reading.inputs, measurementDate }
    const { computed, notComputed } = computeMetrics(inputs)
    if (computed.length === 0 && notComputed.every(({ reason }) => reason === 'missing_input'))
      refuseNothing(reading)
    return writeBundle(computed, reading)
  }
}
