import { orThrow } from '@assay/query-client'
import { ChartFrame } from '@assay/ui/chart-frame'
import { ChoiceField, NumberField, SelectField } from '@assay/ui/field'
import { capital, formatNumber, readNumber } from '@assay/ui/format'
import { LineChart } from '@assay/ui/line-chart'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Failure } from '../../failure.tsx'
import { isAt, issueAt, numberFault } from '../../field-issue.ts'
import { type ModelResult, service } from '../../service.ts'
import { TEXT } from '../../text.ts'
import { EXAMPLE, type PlanSearch, planRequest } from './plan.ts'

/** What it takes to reach a weight, by Hall's model of energy balance. */
export function PlanView() {
  const search = useSearch({ from: '/plan' })
  const navigate = useNavigate()
  const change = (next: PlanSearch) => void navigate({ to: '/plan', search: next, replace: true })
  const request = JSON.stringify(planRequest(search) ?? null)
  const body = JSON.parse(request) as ReturnType<typeof planRequest> | null
  const { data, error, refetch } = useQuery({
    queryKey: ['plan', request],
    enabled: body !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => orThrow(service().POST('/modeler', { body: body!, signal })),
  })
  const atField = isAt(error, Object.values(FIELDS))
  return (
    <div className="stack wide">
      <div className="stack">
        <h1>{TEXT.plan.title}</h1>
        <p className="soft">{TEXT.plan.lead}</p>
      </div>
      <div className="measure">
        <PlanForm search={search} onChange={change} error={error} />
        <section className="stack wide" aria-live="polite">
          {error && !atField ? <Failure error={error} onRetry={() => void refetch()} /> : null}
          {atField ? <p className="notice">{TEXT.measure.correct}</p> : null}
          {body === null ? (
            <div className="panel stack empty">
              <p className="soft">{TEXT.plan.empty}</p>
              <button type="button" className="main" onClick={() => change(EXAMPLE)}>
                {TEXT.measure.example}
              </button>
            </div>
          ) : data && !error ? (
            <Plan result={data.data.model_result} goal={goalOf(search)} />
          ) : error ? null : (
            <div className="panel skeleton chart-skeleton" aria-hidden />
          )}
        </section>
      </div>
    </div>
  )
}

type Goal = { readonly kg: number; readonly weeks: number }

function goalOf({ goal, weeks }: PlanSearch): Goal | undefined {
  const [kg, duration] = [readNumber(goal ?? ''), readNumber(weeks ?? '')]
  return kg === undefined || duration === undefined ? undefined : { kg, weeks: duration }
}

/** Names of the fields in the requests of the service. */
const FIELDS: Readonly<Partial<Record<keyof PlanSearch, string>>> = {
  age: 'age_years',
  height: 'height_cm',
  weight: 'weight_kg',
  goal: 'target_kg',
  weeks: 'days',
}

function PlanForm({
  search,
  onChange,
  error,
}: {
  search: PlanSearch
  onChange: (search: PlanSearch) => void
  /** Answer of the service that may be about one of the fields. */
  error: Error | null
}) {
  const set = (key: keyof PlanSearch) => (text: string) => {
    const { [key]: _old, ...rest } = search
    onChange(text === '' ? rest : { ...rest, [key]: text })
  }
  const number = (key: keyof PlanSearch, label: string, unit: string) => (
    <NumberField
      label={label}
      unit={unit}
      value={search[key] ?? ''}
      onChange={set(key)}
      error={numberFault(search[key] ?? '') ?? issueAt(error, FIELDS[key] ?? '')}
    />
  )
  const weight = readNumber(search.weight ?? '')
  return (
    <form className="panel stack measure-form" onSubmit={(event) => event.preventDefault()}>
      <ChoiceField
        label={TEXT.measure.sex}
        options={[
          { value: 'female', label: TEXT.measure.female },
          { value: 'male', label: TEXT.measure.male },
        ]}
        value={search.sex}
        onChange={set('sex')}
      />
      {number('age', TEXT.measure.age, 'years')}
      {number('height', TEXT.measure.height, 'cm')}
      {number('weight', TEXT.measure.weight, 'kg')}
      <SelectField
        label={TEXT.plan.activity}
        options={{ '': '–', ...TEXT.plan.activities }}
        value={search.activity ?? ''}
        onChange={set('activity')}
      />
      {number('goal', TEXT.plan.goal, 'kg')}
      {weight === undefined ? null : (
        <input
          type="range"
          aria-label={TEXT.plan.drag}
          min={Math.round(weight * 0.6)}
          max={Math.round(weight * 1.3)}
          step={0.5}
          value={readNumber(search.goal ?? '') ?? weight}
          onChange={({ target }) => set('goal')(target.value)}
        />
      )}
      {number('weeks', TEXT.plan.within, TEXT.plan.weeks)}
    </form>
  )
}

function Plan({ result, goal }: { result: ModelResult; goal: Goal | undefined }) {
  if (result.safety)
    return (
      <article className="panel stack calm">
        <h2>{TEXT.ask.safety}</h2>
        <p>{result.safety.message}</p>
      </article>
    )
  const { feasible, reason } = result.feasibility
  return (
    <>
      <article className={feasible ? 'panel stack' : 'panel stack calm'}>
        {feasible ? null : <h2>{TEXT.plan.notSafe}</h2>}
        {result.answer ? <p className="answer">{result.answer}</p> : null}
        {reason && !result.answer?.includes(reason) ? <p>{capital(reason)}</p> : null}
        {result.warnings.map((warning) => (
          <p key={warning} className="small">
            {capital(warning)}
          </p>
        ))}
      </article>
      <WeightChart result={result} goal={goal} />
      <details>
        <summary>{TEXT.plan.assumptions}</summary>
        <ul>
          {result.assumptions.map((text) => (
            <li key={text}>{text}</li>
          ))}
          {result.equations.map(({ name, citation }) => (
            <li key={name}>
              {name}: {citation.authors.split(',')[0]} {citation.year}, {citation.journal}
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

function WeightChart({ result, goal }: { result: ModelResult; goal: Goal | undefined }) {
  const course = result.trajectory.find(({ unit }) => unit === 'kg')
  if (!course || course.points.length < 2) return null
  const { points } = course
  const weeks = points.map(({ day }) => day / 7)
  const values = points.flatMap(({ value, low, high }) => [value, low ?? value, high ?? value])
  const all = goal === undefined ? values : [...values, goal.kg]
  const margin = (Math.max(...all) - Math.min(...all)) * 0.05 || 1
  const banded = points.some(({ low }) => low !== undefined)
  return (
    <ChartFrame
      title={TEXT.plan.chart}
      name="weight-plan"
      words={TEXT.chart}
      table={{
        columns: [TEXT.plan.weeks, 'kg', ...(banded ? [TEXT.plan.low, TEXT.plan.high] : [])],
        rows: points
          .filter((_, i) => i % 7 === 0 || i === points.length - 1)
          .map(({ day, value, low, high }) => [
            Number((day / 7).toFixed(1)),
            Number(value.toFixed(1)),
            ...(banded ? [Number((low ?? value).toFixed(1)), Number((high ?? value).toFixed(1))] : []),
          ]),
      }}
    >
      <LineChart
        title={`${TEXT.plan.chart}: ${formatNumber(points[0]!.value, 1)} kg, ${formatNumber(points.at(-1)!.value, 1)} kg`}
        x={weeks}
        xRange={[0, weeks.at(-1) ?? 1]}
        yRange={[Math.min(...all) - margin, Math.max(...all) + margin]}
        lines={[
          ...(banded
            ? [
                {
                  label: TEXT.plan.high,
                  values: points.map(({ value, high }) => high ?? value),
                  dashed: true,
                },
                { label: TEXT.plan.low, values: points.map(({ value, low }) => low ?? value), dashed: true },
              ]
            : []),
          { label: 'kg', values: points.map(({ value }) => value), main: true },
        ]}
        points={
          goal === undefined
            ? []
            : [
                {
                  x: goal.weeks,
                  y: goal.kg,
                  label: `${TEXT.plan.goal}: ${goal.kg} kg`,
                  series: 'goal',
                  hollow: true,
                },
              ]
        }
        xLabel={TEXT.plan.weeksAxis}
        yLabel={TEXT.plan.weightAxis}
      />
    </ChartFrame>
  )
}
