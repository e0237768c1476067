import type { MetricReport } from '../metrics/compute-metrics.ts'
import { CONDITION_EFFECTS, type Condition } from '../metrics/conditions.ts'

/**
 * Metrics whose class does not hold in a body that the reference was not made from. Weight for height keeps its class: acute
 * malnutrition must be told of any child.
 */
const JUDGED = /^(?:bmi|weight_for_age|length_height_for_age|height_for_age|stature)/
/** Weights to aim at. */
const TARGETS = /^healthy_weight/
const IDEAL = /^(?:healthy|ideal)_weight/

/** Returns a report without the classes and targets that the conditions of a person make wrong. */
export function withholdFor<T extends Pick<MetricReport, 'computed' | 'notComputed'>>(
  conditions: readonly Condition[],
  report: T,
): T {
  const met = conditions.find((one) => CONDITION_EFFECTS[one].withholds === true)
  if (met === undefined) return report
  const reason = CONDITION_EFFECTS[met].note
  const targets = met === 'short_limbs' ? IDEAL : TARGETS
  const aimed = report.computed.filter(({ id }) => targets.test(id))
  return {
    ...report,
    computed: report.computed
      .filter((metric) => !aimed.includes(metric))
      .map((metric) =>
        JUDGED.test(metric.id) && metric.classes.length > 0
          ? { ...metric, classes: [], classWithheld: reason }
          : metric,
      ),
    notComputed: [
      ...report.notComputed,
      ...aimed.map(({ id }) => ({ id, reason: 'suppressed' as const, message: reason, missing: [] })),
    ],
  }
}
