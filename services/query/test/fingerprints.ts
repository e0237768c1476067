/** Fixtures behind the versions of query's results; run as a command, it writes their fingerprints. */
import { join } from 'node:path'
import { fingerprintsCommand, type Versioned } from '@assay/kit/testing-fingerprints'
import { runPipeline } from '../src/domain/pipeline/run-pipeline.ts'
import { calculateMetrics } from '../src/operations/calculate-metrics.ts'
import { computeBatch } from '../src/operations/compute-batch.ts'
import { runModel } from '../src/operations/run-model.ts'
import { FORMAT_VERSION, formattedMetrics, MODEL_VERSION } from '../src/wire/metrics.present.ts'

export const FINGERPRINTS = join(import.meta.dirname, 'fingerprints.json')

const TODAY = '2026-06-15'
const now = () => new Date(TODAY)
const calculate = calculateMetrics({ now })

const MAN = {
  sex: 'male',
  age_years: 40,
  height_cm: 180,
  weight_kg: 92.5,
  waist_cm: 101,
  hip_cm: 104,
  neck_cm: 40,
  triceps_mm: 14,
  activity_level: 'active',
}
const GIRL = { sex: 'female', birth_date: '2023-02-01', height_cm: 97.5, weight_kg: 13.2, muac_cm: 15.1 }

const metricsOf = (parameters: object) => calculate({ parameters: { ...parameters } })
const PEOPLE = [MAN, GIRL]

async function modelResults() {
  const batch = computeBatch({ now })({})
  for (const [i, weightKg] of [9.1, 12.4, 7.2].entries())
    batch.compute({
      cells: {},
      parameters: {
        sex: i === 1 ? 'female' : 'male',
        age_months: 20,
        height_cm: 80 + i,
        weight_kg: weightKg,
      },
    })
  const { verdict } = await runPipeline(
    { query: 'Man, 40, 180 cm, 92.5 kg, waist 101 cm: BMI and body fat?' },
    { today: TODAY, clock: () => 0 },
  )
  return {
    metrics: PEOPLE.map(metricsOf).map(({ computed, notComputed }) => ({
      computed: computed.map(({ id, value, interval, classes }) => ({ id, value, interval, classes })),
      notComputed: notComputed.map(({ id, reason }) => ({ id, reason })),
    })),
    survey: batch.summary(),
    model: runModel({ now })({
      query: 'man, 40 years, 180 cm, 100 kg',
      options: { task: 'weight_trajectory', intake_change_kcal: -500, days: 90 },
    }).result.summary,
    answer: verdict?.metrics.map(({ metric, score }) => [metric.id, metric.value, score]),
    confidence: verdict?.confidence,
  }
}

export const VERSIONS: readonly Versioned[] = [
  { name: 'MODEL_VERSION', version: MODEL_VERSION, results: modelResults },
  {
    name: 'FORMAT_VERSION',
    version: FORMAT_VERSION,
    results: () => PEOPLE.map(metricsOf).map(formattedMetrics),
  },
]

if (import.meta.main) await fingerprintsCommand(FINGERPRINTS, VERSIONS)
