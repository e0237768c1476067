import { ChoiceField, DateField, NumberField } from '@assay/ui/field'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Failure } from '../../failure.tsx'
import { formatNumber } from '../../format.ts'
import { TEXT } from '../../text.ts'
import { EXAMPLE, type GrowthSearch, type Visit, visitsOf, visitsText } from './child.ts'
import { AGES, type Ages, agesFor, GrowthChart } from './growth-chart.tsx'
import { INDICES, type Index } from './indices.ts'
import { type Measured, useMeasured } from './measured.ts'
import { VisitTable } from './visit-table.tsx'

const oneOf = <Value extends string>(
  options: readonly Value[],
  value: string | undefined,
  other: Value,
): Value => options.find((option) => option === value) ?? other

/** The measurements of one child over time on growth curves. */
export function GrowthView() {
  const search = useSearch({ from: '/growth' })
  const navigate = useNavigate()
  const change = (next: GrowthSearch) => void navigate({ to: '/growth', search: next, replace: true })
  const set = (key: keyof GrowthSearch) => (text: string) => {
    const { [key]: _old, ...rest } = search
    change(text === '' ? rest : { ...rest, [key]: text })
  }
  const setVisits = (visits: readonly Visit[]) => set('visits')(visitsText(visits))
  const { measured, error } = useMeasured(search)
  const sex = search.sex === 'female' || search.sex === 'male' ? search.sex : undefined
  const index = oneOf<Index>(INDICES, search.index, 'weight_for_age')
  const ages = oneOf<Ages>(
    Object.keys(AGES) as Ages[],
    search.ages,
    agesFor(measured.map(({ months }) => months)),
  )
  const empty = Object.keys(search).length === 0
  return (
    <div className="stack wide">
      <div className="stack">
        <h1>{TEXT.growth.title}</h1>
        <p className="soft">{TEXT.growth.lead}</p>
      </div>
      <div className="growth">
        <form className="panel stack no-print" onSubmit={(event) => event.preventDefault()}>
          <ChoiceField
            label={TEXT.measure.sex}
            options={[
              { value: 'female', label: TEXT.growth.girl },
              { value: 'male', label: TEXT.growth.boy },
            ]}
            value={sex}
            onChange={set('sex')}
          />
          <DateField label={TEXT.measure.birth} value={search.birth ?? ''} onChange={set('birth')} />
          <NumberField
            label={TEXT.growth.weeks}
            unit={TEXT.growth.weeksUnit}
            hint={TEXT.growth.weeksHint}
            value={search.weeks ?? ''}
            onChange={set('weeks')}
          />
          {empty ? (
            <button type="button" className="main" onClick={() => change(EXAMPLE)}>
              {TEXT.measure.example}
            </button>
          ) : (
            <div className="row">
              <button type="button" onClick={() => change({})}>
                {TEXT.measure.clear}
              </button>
              <button type="button" onClick={() => window.print()}>
                {TEXT.growth.print}
              </button>
            </div>
          )}
        </form>
        <div className="stack">
          <VisitTable visits={visitsOf(search.visits)} measured={measured} onChange={setVisits} />
          {error ? <Failure error={error} onRetry={() => window.location.reload()} /> : null}
        </div>
      </div>
      {sex ? (
        <>
          <ChartChoices index={index} ages={ages} search={search} set={set} />
          <GrowthChart
            index={index}
            sex={sex}
            reference={search.reference === 'cdc' ? 'cdc' : 'who'}
            lines={search.lines === 'centiles' ? 'centiles' : 'sd'}
            ages={ages}
            measured={measured}
          />
          <Summary measured={measured} />
        </>
      ) : null}
    </div>
  )
}

function ChartChoices({
  index,
  ages,
  search,
  set,
}: {
  index: Index
  ages: Ages
  search: GrowthSearch
  set: (key: keyof GrowthSearch) => (text: string) => void
}) {
  const select = (
    label: string,
    key: keyof GrowthSearch,
    value: string,
    options: Readonly<Record<string, string>>,
  ) => (
    <div className="field">
      <label htmlFor={key}>{label}</label>
      <select id={key} value={value} onChange={({ target }) => set(key)(target.value)}>
        {Object.entries(options).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
  return (
    <div className="grid choices no-print">
      {select(TEXT.growth.chart, 'index', index, TEXT.growth.indices)}
      {select(TEXT.growth.ages, 'ages', ages, TEXT.growth.ageRanges)}
      {select(TEXT.growth.reference, 'reference', search.reference ?? 'who', TEXT.growth.references)}
      {select(TEXT.growth.lines, 'lines', search.lines ?? 'sd', TEXT.growth.lineKinds)}
    </div>
  )
}

/** What the last visit says, in words. */
function Summary({ measured }: { measured: readonly Measured[] }) {
  const last = measured.at(-1)
  if (!last || Object.keys(last.classes).length === 0) return null
  return (
    <div className="panel stack">
      <h2>{TEXT.growth.last(last.date, formatNumber(last.months, 1))}</h2>
      <dl className="facts">
        {(Object.entries(last.classes) as [Index, string][]).map(([index, label]) => (
          <div key={index} className="facts-pair">
            <dt>{TEXT.growth.indices[index]}</dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      {last.notes.map((note) => (
        <p key={note} className="small soft">
          {note}
        </p>
      ))}
    </div>
  )
}
