import { readBundle } from '../domain/fhir/read-bundle.ts'
import { writeBundle } from '../domain/fhir/write-bundle.ts'
import { computeMetrics } from '../domain/metrics/compute-metrics.ts'

/** Computes the metrics of the person in a FHIR Bundle. Returns a Bundle of Observations. */
export function calculateFhirMetrics({ now }: { now: () => Date }) {
  return (bundle: unknown) => {
    const reading = readBundle(bundle)
    const measurementDate = reading.inputs.measurementDate ?? now().toISOString().slice(0, 10)
    const inputs =
      reading.inputs.birthDate === undefined ? reading.inputs : { ...reading.inputs, measurementDate }
    return writeBundle(computeMetrics(inputs).computed, reading)
  }
}
