import type { Scored } from './response-scoring.ts'

/** How the equations for one quantity of one person agree. */
export type Comparison = {
  readonly person: number
  readonly quantity: string
  readonly unit: string
  readonly ids: readonly string[]
  readonly lowest: number
  readonly highest: number
  readonly median: number
  /** (highest − lowest) / |median|. */
  readonly spread: number
  /** Range of the equations that are not outliers. */
  readonly consensus: readonly [number, number]
  readonly outliers: readonly { readonly id: string; readonly value: number; readonly reason: string }[]
  /** Why they disagree, in words; by rule, or by a model without figures. */
  readonly explanation: string
}

/** An equation this many median absolute deviations from the median is an outlier (Iglewicz and Hoaglin 1993: 3.5). */
const OUTLIER_MADS = 3.5
/** 1 / Φ⁻¹(3/4): makes the median absolute deviation a standard deviation for normal data. */
const MAD_TO_SD = 1.4826
/** Differences below this share are never called outlying; our choice. */
const NEGLIGIBLE = 0.05

const median = (sorted: readonly number[]): number => {
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Compares the candidates that estimate the same quantity in the same unit for the same person. */
export function compareCandidates(scored: readonly Scored[]): readonly Comparison[] {
  const groups = new Map<string, Scored[]>()
  for (const candidate of scored) {
    const { card } = candidate.metric
    const key = `${candidate.person} ${card.quantity} ${card.unit}`
    const group = groups.get(key)
    if (group) group.push(candidate)
    else groups.set(key, [candidate])
  }
  return [...groups.values()].filter((group) => group.length > 1 && isEstimate(group)).map(compareGroup)
}

/** Scores on different scales and ranges (healthy weight from–to) are not estimates of one number. */
const NOT_ESTIMATES = new Set([
  'body_mass_index',
  'healthy_weight',
  'body_shape_index',
  'somatochart',
  'fat_free_mass_index',
  'maturity_offset',
])
const isEstimate = (group: readonly Scored[]): boolean => !NOT_ESTIMATES.has(group[0]!.metric.card.quantity)

function compareGroup(group: readonly Scored[]): Comparison {
  const values = group.map(({ metric }) => metric.value).sort((a, b) => a - b)
  const middle = median(values)
  const deviations = values.map((value) => Math.abs(value - middle)).sort((a, b) => a - b)
  const limit = Math.max(OUTLIER_MADS * MAD_TO_SD * median(deviations), NEGLIGIBLE * Math.abs(middle))
  const isOutlier = ({ metric }: Scored) => group.length > 2 && Math.abs(metric.value - middle) > limit
  const outliers = group.filter(isOutlier)
  const rest = group.filter((candidate) => !isOutlier(candidate)).map(({ metric }) => metric.value)
  const { card } = group[0]!.metric
  const [lowest, highest] = [values[0]!, values.at(-1)!]
  return {
    person: group[0]!.person,
    quantity: card.quantity,
    unit: card.unit,
    ids: group.map(({ metric }) => metric.id),
    lowest,
    highest,
    median: middle,
    spread: middle === 0 ? 0 : (highest - lowest) / Math.abs(middle),
    consensus: [Math.min(...rest), Math.max(...rest)],
    outliers: outliers.map((candidate) => ({
      id: candidate.metric.id,
      value: candidate.metric.value,
      reason: reasonOf(candidate, group),
    })),
    explanation: explain(group),
  }
}

/** Why one equation stands apart: outside its limits, an estimated input, or other inputs than the rest. */
function reasonOf(candidate: Scored, group: readonly Scored[]): string {
  const { metric } = candidate
  const [note] = metric.notes
  if (!metric.withinLimits && note) return `outside its published limits: ${note}`
  if (note) return note
  const own = new Set(metric.inputsUsed)
  const others = group.filter((other) => other !== candidate)
  const lacks = [...new Set(others.flatMap((other) => other.metric.inputsUsed))].filter(
    (name) => !own.has(name),
  )
  if (lacks.length > 0) return `does not use ${lacks.join(', ')}`
  const extra = [...own].filter((name) => !others.some((other) => other.metric.inputsUsed.includes(name)))
  if (extra.length > 0) return `uses ${extra.join(', ')}, which the others do not`
  return `was made on another sample (${metric.card.citation.authors} ${metric.card.citation.year})`
}

function explain(group: readonly Scored[]): string {
  const inputs = new Set(group.map(({ metric }) => [...metric.card.required].sort().join()))
  return inputs.size > 1
    ? 'the equations use different measurements'
    : 'the equations use the same measurements and were made on different samples'
}
