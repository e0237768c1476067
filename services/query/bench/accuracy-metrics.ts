import { readFileSync } from 'node:fs'
import { countRow, type Row } from '@assay/kit/testing-report'
import { computeMetrics } from '../src/domain/metrics/compute-metrics.ts'
import type { Inputs } from '../src/domain/metrics/inputs.ts'
import { readInputs } from '../src/domain/metrics/read-inputs.ts'
import { ALL_CARDS } from '../src/domain/metrics/registry.ts'

type Golden = {
  readonly id: string
  readonly person: string
  readonly with?: Record<string, unknown>
  readonly value: number
  readonly decimals: number
}
type Fixture = {
  readonly people: Record<string, Record<string, unknown>>
  readonly golden: readonly Golden[]
}

const fixture = JSON.parse(
  readFileSync(new URL('../fixtures/metrics.json', import.meta.url), 'utf8'),
) as Fixture

/** The golden values of the design at its printed precision: man, 80 kg, 180 cm, 30 years, waist 85, neck 38. */
const DESIGN: readonly (readonly [id: string, printed: string])[] = [
  ['bmi', '24.6914'],
  ['bsa_mosteller', '2.0000'],
  ['bsa_du_bois', '1.9964'],
  ['bsa_haycock', '2.0066'],
  ['bmr_mifflin_st_jeor', '1780'],
  ['bmr_harris_benedict', '1864.545'],
  ['bmr_roza_shizgal', '1853.632'],
  ['ideal_weight_devine', '74.992'],
  ['ideal_weight_robinson', '72.646'],
  ['ideal_weight_miller', '71.521'],
  ['ideal_weight_hamwi', '77.339'],
  ['lean_mass_boer', '61.42'],
  ['lean_mass_james', '62.716'],
  ['lean_mass_hume', '57.787'],
  ['lean_mass_janmahasatian', '61.731'],
  ['body_fat_navy', '16.107'],
  ['body_fat_deurenberg', '20.330'],
  ['body_fat_cun_bae', '21.598'],
  ['body_fat_relative_fat_mass', '21.647'],
  ['body_density_jackson_pollock_3', '1.064323'],
  ['body_fat_jackson_pollock_3_siri', '15.084'],
  ['absi', '0.074717'],
  ['body_roundness_index', '2.8526'],
  ['waist_to_height_ratio', '0.4722'],
  ['conicity_index', '1.1697'],
  ['total_body_water_watson', '45.820'],
  ['blood_volume_nadler', '5.319'],
]
const DESIGN_MAN: Inputs = {
  sex: 'male',
  ageYears: 30,
  weightKg: 80,
  heightCm: 180,
  waistCm: 85,
  neckCm: 38,
  chestMm: 15,
  abdominalMm: 20,
  thighMm: 15,
}

/** Every card against its golden value, and the design's values at their printed precision. */
export function metricRows(): { rows: readonly Row[]; notes: readonly string[] } {
  const wrong: string[] = []
  for (const { id, person, value, decimals, ...row } of fixture.golden) {
    const { inputs } = readInputs({ ...fixture.people[person], ...row.with })
    const ours = computeMetrics(inputs, { only: new Set([id]) }).computed[0]?.value
    if (ours?.toFixed(decimals) !== value.toFixed(decimals))
      wrong.push(`${id} (${person}): ${ours}, golden ${value}`)
  }
  const man = new Map(computeMetrics(DESIGN_MAN).computed.map((metric) => [metric.id, metric.value]))
  const off = DESIGN.filter(
    ([id, printed]) => man.get(id)?.toFixed(printed.split('.')[1]?.length ?? 0) !== printed,
  )
  const proven = new Set(fixture.golden.map((row) => row.id))
  const cards = ALL_CARDS.length
  return {
    rows: [
      countRow('golden values of the metrics', fixture.golden.length - wrong.length, fixture.golden.length, {
        baseline: 'published',
      }),
      countRow(
        'golden values of the design at printed precision',
        DESIGN.length - off.length,
        DESIGN.length,
        { baseline: 'published' },
      ),
      {
        name: 'metrics, each with a golden value',
        value: cards,
        bound: 80,
        baseline: 'design',
        ok: cards >= 80 && proven.size === cards,
      },
    ],
    notes: [...wrong, ...off.map(([id, printed]) => `${id}: ${man.get(id)}, design ${printed}`)],
  }
}
