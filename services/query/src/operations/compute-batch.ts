import { readInputText } from '../domain/language/parse-quantity.ts'
import type { EquationCard, Population } from '../domain/metrics/card.ts'
import { computeCard, computeMetrics } from '../domain/metrics/compute-metrics.ts'
import { givenMask } from '../domain/metrics/input-mask.ts'
import { type Inputs, readInputs } from '../domain/metrics/inputs.ts'
import { prepareInputs } from '../domain/metrics/prepare.ts'
import { CARDS_IN_ORDER } from '../domain/metrics/registry.ts'
import { Refusal } from '../domain/refusal.ts'
import {
  accumulateSurvey,
  SURVEY_INDICES,
  type SurveyIndex,
  type SurveySummary,
} from '../domain/survey/survey.ts'
import type { TableResult, TableRow } from './ports.ts'

/** What a survey of children asks for when it names nothing else. */
const DEFAULT_BATCH_METRICS = SURVEY_INDICES.map((index) => `${index}_z`)

export interface Batch {
  readonly metricIds: readonly string[]
  compute(row: TableRow): TableResult
  summary(): SurveySummary
}

const CARD_BY_ID = new Map(CARDS_IN_ORDER.map((card) => [card.id, card]))

function cardsOf(metricIds: readonly string[]): EquationCard[] {
  return metricIds.map((id, position) => {
    const card = CARD_BY_ID.get(id)
    const twice = metricIds.indexOf(id) !== position
    if (card && !twice) return card
    const issue = card ? 'occurs twice' : 'is not a metric; GET /metrics/catalogue lists them'
    throw new Refusal('VALIDATION_ERROR', `${id} ${issue}`, {
      field: `metrics.${position}`,
      issue,
      provided: id,
    })
  })
}

/** Computes the chosen metrics of every row of a table, and its survey summary, in constant memory. */
export function computeBatch({ now }: { now: () => Date }) {
  return (options: {
    metrics?: readonly string[] | undefined
    population?: Population | undefined
  }): Batch => {
    const metricIds = options.metrics ?? DEFAULT_BATCH_METRICS
    const cards = cardsOf(metricIds)
    const population = options.population ?? 'general'
    const only = new Set(metricIds)
    // Only a metric of estimated body fat needs the other equations to be computed first.
    const alone = cards.every(
      ({ required, optional }) => ![...required, ...optional].includes('bodyFatPercent'),
    )
    const today = now().toISOString().slice(0, 10)
    const survey = accumulateSurvey()

    /** The values by metric, from inputs that are prepared. */
    const values = (prepared: Inputs): Record<string, number> => {
      const metrics: Record<string, number> = {}
      if (!alone) {
        for (const { id, value } of computeMetrics(prepared, { population, only }).computed)
          metrics[id] = value
        return metrics
      }
      const given = givenMask(prepared)
      for (const card of cards) {
        const result = computeCard(card, prepared, population, undefined, given)
        if ('value' in result) metrics[card.id] = result.value
      }
      return metrics
    }

    return {
      metricIds,
      compute(row) {
        if ('problem' in row) {
          survey.refuse()
          return { cells: row.cells, metrics: {}, error: row.problem }
        }
        try {
          const { inputs: given } = readInputs(row.parameters, readInputText)
          const dated =
            given.birthDate !== undefined && given.measurementDate === undefined
              ? { ...given, measurementDate: today }
              : given
          const inputs = prepareInputs(dated)
          const metrics = values(inputs)
          const z: Partial<Record<SurveyIndex, number>> = {}
          for (const index of SURVEY_INDICES) {
            const value = metrics[`${index}_z`]
            if (value !== undefined) z[index] = value
          }
          survey.add(inputs, z)
          return { cells: row.cells, metrics }
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          survey.refuse()
          return { cells: row.cells, metrics: {}, error: error.message }
        }
      },
      summary: survey.summary,
    }
  }
}
