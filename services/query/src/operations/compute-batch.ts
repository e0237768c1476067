import type { EquationCard, Population } from '../domain/metrics/card.ts'
import { computeCard, computeMetrics } from '../domain/metrics/compute-metrics.ts'
import { givenMask } from '../domain/metrics/input-mask.ts'
import { type InputName, type Inputs, wireNameOf } from '../domain/metrics/inputs.ts'
import { CARDS_IN_ORDER } from '../domain/metrics/registry.ts'
import { Refusal } from '../domain/refusal.ts'
import { suggestionsForColumns } from '../domain/survey/columns.ts'
import { readPlace } from '../domain/survey/place.ts'
import {
  accumulateSurvey,
  SURVEY_METRICS,
  type SurveyOptions,
  type SurveySummary,
} from '../domain/survey/survey.ts'
import type { TableDescription, TableResult, TableRow } from './ports.ts'
import { readRow } from './read-row.ts'

export interface Batch {
  readonly metricIds: readonly string[]
  compute(row: TableRow): TableResult
  /** Whether a row has given a metric, or counts in the survey without one (oedema). */
  readonly hasScores: boolean
  /** Refuses a table of which no row can be scored: with its columns, what is missing and the nearest names. */
  refuseIfUseless(table: TableDescription): void
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

const NO_READING = {}
const SHOWN_COLUMNS = 50

/** Computes the chosen metrics of every row of a table, and its survey summary. Memory does not grow with the rows. */
export function computeBatch({ now }: { now: () => Date }) {
  return (options: {
    metrics?: readonly string[] | undefined
    population?: Population | undefined
    survey?: SurveyOptions | undefined
  }): Batch => {
    const metricIds = options.metrics ?? SURVEY_METRICS
    const cards = cardsOf(metricIds)
    const population = options.population ?? 'general'
    const only = new Set(metricIds)
    // Only a metric of estimated body fat needs the other equations to be computed first.
    const alone = cards.every(
      ({ required, optional }) => ![...required, ...optional].includes('bodyFatPercent'),
    )
    const today = now().toISOString().slice(0, 10)
    const survey = accumulateSurvey(options.survey)
    const seen = new Set<InputName>()
    let rows = 0
    let hasScores = false
    let firstError: string | undefined

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
    const note = (inputs: Inputs, metrics: Readonly<Record<string, number>>) => {
      if (hasScores) return
      for (const name in inputs) seen.add(name as InputName)
      for (const _id in metrics) hasScores = true
      if (inputs.oedema === true) hasScores = true
    }

    return {
      metricIds,
      get hasScores() {
        return hasScores
      },
      compute(row) {
        rows++
        if ('problem' in row) {
          firstError ??= row.problem
          survey.refuse()
          return { cells: row.cells, metrics: {}, error: row.problem }
        }
        try {
          const place = readPlace(row.place ?? {})
          const { inputs, errors } = readRow(row.parameters, row.reading ?? NO_READING, today)
          const metrics = values(inputs)
          note(inputs, metrics)
          survey.add(inputs, place, errors.length > 0)
          if (errors.length === 0) return { cells: row.cells, metrics }
          firstError ??= errors[0]
          return { cells: row.cells, metrics, error: errors.join('; ') }
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          firstError ??= error.message
          survey.refuse()
          return { cells: row.cells, metrics: {}, error: error.message }
        }
      },
      refuseIfUseless({ read, unread, layout }) {
        if (hasScores || rows === 0) return
        const needed = new Set(cards.flatMap((card) => card.required))
        const missing = [...needed].filter((name) => !seen.has(name)).map(wireNameOf)
        const issue =
          missing.length > 0
            ? `has no row with ${missing.join(', ')}`
            : 'has no row that gives any of the metrics'
        throw new Refusal('VALIDATION_ERROR', `No row of the table can be scored: it ${issue}.`, {
          field: 'table',
          issue,
          provided: { rows, columns_read: read, columns_not_read: unread.slice(0, SHOWN_COLUMNS) },
          ...(layout === undefined ? {} : { layout }),
          nearest: suggestionsForColumns(unread),
          ...(firstError === undefined ? {} : { first_error: firstError }),
        })
      },
      summary: survey.summary,
    }
  }
}
