import type { MetricReport } from '../metrics/compute-metrics.ts'
import { CONDITION_EFFECTS, type Condition } from '../metrics/conditions.ts'
import { cardById } from '../metrics/registry.ts'

/**
 * Metrics whose class does not hold in a body that the reference was not made from. Weight for height keeps its class: acute
 * malnutrition must be told of any child.
 */
const JUDGED: ReadonlySet<string> = new Set([
  'body_mass_index',
  'body_mass_index_before_pregnancy',
  'bmi_for_age',
  'weight_for_age',
  'length_height_for_age',
])
const isJudged = (id: string): boolean => JUDGED.has(cardById(id)?.quantity ?? '')
/** Weights to aim at. */
const TARGETS = /^healthy_weight/
const IDEAL = /^(?:healthy|ideal)_weight/

/** Returns a report without the classes and targets that the conditions of a person make wrong. */
export function withholdFor<T extends Pick<MetricReport, 'computed' | 'notComputed'>>(
  conditions: readonly Condition[],
  report: T,
): T {
  const effects = conditions.map((one) => CONDITION_EFFECTS[one]).filter(({ withholds }) => withholds)
  const met = effects.find(({ withholds }) => withholds === 'ideals') ?? effects[0]
  if (met === undefined) return report
  const reason = met.note
  const targets = met.withholds === 'ideals' ? IDEAL : TARGETS
  const aimed = report.computed.filter(({ id }) => targets.test(id))
  return {
    ...report,
    computed: report.computed
      .filter((metric) => !aimed.includes(metric))
      .map((metric) =>
        isJudged(metric.id) && metric.classes.length > 0
          ? { ...metric, classes: [], classWithheld: reason }
          : metric,
      ),
    notComputed: [
      ...report.notComputed,
      ...aimed.map(({ id }) => ({ id, reason: 'suppressed' as const, message: reason, missing: [] })),
    ],
  }
}
