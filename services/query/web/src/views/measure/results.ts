import type { CatalogueMetric, MetricDetail, MetricsAnswer } from '../../service.ts'

/** One number with its provenance and its card. */
export type Figure = {
  readonly id: string
  readonly value: number
  readonly detail: MetricDetail
  readonly metric: CatalogueMetric
}

/** All numbers for one quantity; the first one leads. */
export type Quantity = { readonly quantity: string; readonly numbers: readonly [Figure, ...Figure[]] }

export type Category = { readonly category: string; readonly quantities: readonly Quantity[] }

/** Categories of an answer, those of children first where there are any. */
export function categoriesOf(
  answer: MetricsAnswer,
  metrics: readonly CatalogueMetric[],
): readonly Category[] {
  const categories = new Map<string, Map<string, Figure[]>>()
  for (const metric of metrics) {
    const value = answer.data[metric.id]
    const detail = answer.metadata.metrics[metric.id]
    if (value === undefined || detail === undefined) continue
    const quantities = categories.get(metric.category) ?? new Map<string, Figure[]>()
    categories.set(metric.category, quantities)
    const key = quantityOf(metric)
    const numbers = quantities.get(key) ?? []
    quantities.set(key, numbers)
    numbers.push({ id: metric.id, value, detail, metric })
  }
  return [...categories]
    .map(([category, quantities]) => ({
      category,
      quantities: [...quantities].map(([quantity, numbers]) => ({
        quantity,
        numbers: numbers as [Figure, ...Figure[]],
      })),
    }))
    .sort((a, b) => orderOf(a.category) - orderOf(b.category))
}

/** Equations for the same thing share their name before the bracket: "Body fat (US Navy)", "Body fat (CUN-BAE)". */
const quantityOf = ({ quantity, unit, name }: CatalogueMetric): string =>
  `${quantity} ${unit} ${name.replace(/\s*\([^)]*\)\s*$/, '')}`

const ORDER = [
  'growth',
  'size',
  'central_adiposity',
  'body_fat',
  'energy',
  'lean_and_ideal_weight',
  'muscle_bone_water',
  'body_surface',
  'proportion_and_physique',
  'estimation',
]
const orderOf = (category: string): number => (ORDER.indexOf(category) + ORDER.length) % ORDER.length

/** The scheme of classes by which a number of somebody of this sex was classified, with the place of its usual class. */
export function schemeOf({ detail, metric }: Figure, sex: string | undefined) {
  const [first] = detail.interpretation
  if (!first) return undefined
  const scheme = metric.classes.find(
    ({ system, sex: only, bands }) =>
      system === first.system &&
      (only === undefined || only === sex) &&
      bands.some(({ label }) => label === first.label),
  )
  if (!scheme) return undefined
  const usual = scheme.bands.findIndex(({ label }) =>
    /normal|healthy|^not |no increased|low risk/i.test(label),
  )
  return { label: first.label, system: first.system, bands: scheme.bands, middle: Math.max(0, usual) }
}

/** What nobody can measure today, and what only some people have. */
const NOT_OFFERED = /^(pre_pregnancy_|gestational_)/

/** Measurements that alone stand between this person and further numbers, most useful first. */
export function unlocksOf(
  answer: MetricsAnswer,
): readonly { readonly parameter: string; readonly count: number }[] {
  const counts = new Map<string, number>()
  for (const { reason, missing } of answer.metadata.not_computed) {
    const [only, ...others] = missing
    if (reason === 'missing_input' && only !== undefined && others.length === 0 && !NOT_OFFERED.test(only))
      counts.set(only, (counts.get(only) ?? 0) + 1)
  }
  return [...counts].map(([parameter, count]) => ({ parameter, count })).sort((a, b) => b.count - a.count)
}
