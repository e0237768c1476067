import { SelectField } from '@assay/ui/field'
import { capital, formatDay, formatNumber, today } from '@assay/ui/format'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Failure } from '../../failure.tsx'
import { isAt } from '../../field-issue.ts'
import { TEXT } from '../../text.ts'
import { EXAMPLE, type GrowthSearch, type Visit, visitsOf, visitsText } from './child.ts'
import { ChildForm } from './child-form.tsx'
import { FilesPanel } from './files-panel.tsx'
import { AGES, type Ages, agesFor, GrowthChart } from './growth-chart.tsx'
import { INDICES, type Index } from './indices.ts'
import { type Measured, useMeasured, useVelocities } from './measured.ts'
import { type Target, useTarget } from './target.ts'
import { VisitTable } from './visit-table.tsx'

const oneOf = <Value extends string>(
  options: readonly Value[],
  value: string | undefined,
  other: Value,
): Value => options.find((option) => option === value) ?? other

/** Fields beside which the view shows what the service says of them. */
const SHOWN_AT_FIELD = [
  'birth_date',
  'measurement_date',
  'weight_kg',
  'height_cm',
  'head_cm',
  'gestational_age_weeks',
  'mother_height_cm',
  'father_height_cm',
]

/** The measurements of one child over time on growth curves. */
export function GrowthView() {
  const search = useSearch({ from: '/growth' })
  const navigate = useNavigate()
  const change = (next: GrowthSearch) => void navigate({ to: '/growth', search: next, replace: true })
  /** Opens another child; the one before is one step back. */
  const open = (next: GrowthSearch) => void navigate({ to: '/growth', search: next })
  const set = (key: keyof GrowthSearch) => (text: string) => {
    const { [key]: _old, ...rest } = search
    change(text === '' ? rest : { ...rest, [key]: text })
  }
  const setVisits = (visits: readonly Visit[]) => set('visits')(visitsText(visits))
  const { measured, errors, retry } = useMeasured(search)
  const failure = errors.find((error) => !isAt(error, SHOWN_AT_FIELD))
  const velocities = useVelocities(search, measured)
  const { target, error: targetError } = useTarget(search)
  const sex = search.sex === 'female' || search.sex === 'male' ? search.sex : undefined
  const index = oneOf<Index>(INDICES, search.index, 'weight_for_age')
  const ages = oneOf<Ages>(
    Object.keys(AGES) as Ages[],
    search.ages,
    agesFor(measured.map(({ months }) => months)),
  )
  return (
    <div className="stack wide">
      <div className="stack no-print">
        <h1>{TEXT.growth.title}</h1>
        <p className="soft">{TEXT.growth.lead}</p>
      </div>
      <PrintedHead search={search} />
      <div className="growth">
        <ChildForm
          search={search}
          set={set}
          errors={[...errors, targetError]}
          onExample={() => open(EXAMPLE)}
          onClear={() => open({})}
        />
        <div className="stack">
          <VisitTable
            visits={visitsOf(search.visits)}
            birth={search.birth}
            measured={measured}
            velocities={velocities}
            onChange={setVisits}
          />
          {failure ? <Failure error={failure} onRetry={retry} /> : null}
          <FilesPanel search={search} onOpen={open} />
        </div>
      </div>
      {sex ? (
        <>
          <ChartChoices index={index} ages={ages} search={search} set={set} />
          <GrowthChart
            key={`${index} ${ages}`}
            index={index}
            sex={sex}
            reference={search.reference === 'cdc' ? 'cdc' : 'who'}
            lines={search.lines === 'centiles' ? 'centiles' : 'sd'}
            ages={ages}
            measured={measured}
            target={target}
          />
          <Summary measured={measured} target={target} />
          <p className="print-only small">{TEXT.intendedUse}</p>
        </>
      ) : null}
    </div>
  )
}

/** Who and when, for paper: the form itself is not printed. */
function PrintedHead({ search: { name, sex, birth, weeks } }: { search: GrowthSearch }) {
  const facts = [
    sex === 'female' ? TEXT.growth.girl : sex === 'male' ? TEXT.growth.boy : undefined,
    birth ? TEXT.growth.born(formatDay(birth)) : undefined,
    weeks ? TEXT.growth.bornAt(weeks) : undefined,
    TEXT.growth.printedOn(formatDay(today())),
  ].filter((fact) => fact !== undefined)
  return (
    <div className="print-only">
      <h1>{name || TEXT.growth.title}</h1>
      <p>{facts.join(' · ')}</p>
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
  const { indices, ageRanges, references, lineKinds } = TEXT.growth
  return (
    <div className="grid choices no-print">
      <SelectField label={TEXT.growth.chart} options={indices} value={index} onChange={set('index')} />
      <SelectField label={TEXT.growth.ages} options={ageRanges} value={ages} onChange={set('ages')} />
      <SelectField
        label={TEXT.growth.reference}
        options={references}
        value={search.reference ?? 'who'}
        onChange={set('reference')}
      />
      <SelectField
        label={TEXT.growth.lines}
        options={lineKinds}
        value={search.lines ?? 'sd'}
        onChange={set('lines')}
      />
    </div>
  )
}

/** What the last visit and the parents say, in words. */
function Summary({ measured, target }: { measured: readonly Measured[]; target: Target | undefined }) {
  const last = measured.findLast(({ values }) => Object.keys(values).length > 0)
  const cm = (value: number) => formatNumber(value, 1)
  if (!last && !target) return null
  return (
    <div className="panel stack">
      {last ? (
        <>
          <h2>{TEXT.growth.last(formatDay(last.date), formatNumber(last.months, 1))}</h2>
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
              {capital(note)}
            </p>
          ))}
        </>
      ) : null}
      {target ? (
        <p>
          {TEXT.growth.target(cm(target.value), cm(target.low), cm(target.high))}{' '}
          <span className="small soft">{target.source}</span>
        </p>
      ) : null}
      <p className="small soft no-print">{TEXT.growth.meaning}</p>
    </div>
  )
}
