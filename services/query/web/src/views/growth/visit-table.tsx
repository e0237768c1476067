import { DayInput } from '@assay/ui/day'
import { formatNumber } from '@assay/ui/format'
import { TableFrame } from '@assay/ui/table-frame'
import { issueAt, numberFault } from '../../field-issue.ts'
import { TEXT } from '../../text.ts'
import type { Visit } from './child.ts'
import { dayFault, type Measured, type Velocity } from './measured.ts'

const COLUMNS = { weight: 'weight_kg', length: 'height_cm', head: 'head_cm' } as const
type Column = keyof typeof COLUMNS
const columns = Object.keys(COLUMNS) as readonly Column[]

const EMPTY: Visit = { date: '', weight: '', length: '', head: '' }
const isFilled = ({ date, weight, length, head }: Visit): boolean => `${date}${weight}${length}${head}` !== ''

/** Visits to type into, each with the numbers that follow from it. */
export function VisitTable({
  visits,
  birth,
  measured,
  velocities,
  onChange,
}: {
  visits: readonly Visit[]
  birth: string | undefined
  measured: readonly Measured[]
  velocities: readonly Velocity[]
  onChange: (visits: readonly Visit[]) => void
}) {
  const rows = [...visits, EMPTY]
  const edit = (at: number, change: Partial<Visit>) =>
    onChange(rows.map((visit, i) => (i === at ? { ...visit, ...change } : visit)).filter(isFilled))
  const computed = [TEXT.growth.zWeight, TEXT.growth.zLength, TEXT.growth.zBmi, TEXT.growth.velocity]
  return (
    <TableFrame label={TEXT.growth.visits} className="panel">
      <table className="visits">
        <caption className="hidden">{TEXT.growth.visits}</caption>
        <thead>
          <tr>
            <th scope="col">{TEXT.growth.date}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {TEXT.growth.columns[column]}
              </th>
            ))}
            {computed.map((name) => (
              <th key={name} scope="col" className="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((visit, at) => (
            <VisitRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a visit has no other name while it is being typed.
              key={at}
              at={at}
              visit={visit}
              birth={birth}
              found={measured.find(({ row }) => row === at)}
              velocity={velocities.find(({ row }) => row === at)}
              labels={computed}
              onEdit={(change) => edit(at, change)}
            />
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}

function VisitRow({
  at,
  visit,
  birth,
  found,
  velocity,
  labels,
  onEdit,
}: {
  at: number
  visit: Visit
  birth: string | undefined
  found: Measured | undefined
  velocity: Velocity | undefined
  labels: readonly string[]
  onEdit: (change: Partial<Visit>) => void
}) {
  const faults = {
    date: dayFault(visit.date, birth) ?? issueAt(found?.error, 'measurement_date'),
    ...(Object.fromEntries(
      columns.map((column) => [column, numberFault(visit[column]) ?? issueAt(found?.error, COLUMNS[column])]),
    ) as Record<Column, string | undefined>),
  }
  const texts = [...new Set(Object.values(faults).filter((text) => text !== undefined))]
  const described = texts.length > 0 ? `visit-${at}-fault` : undefined
  const z = (value: number | undefined) => (value === undefined ? '' : formatNumber(value, 2))
  const numbers = [
    z(found?.z.weight_for_age),
    z(found?.z.length_height_for_age),
    z(found?.z.bmi_for_age),
    velocity ? `${formatNumber(velocity.value, 1)} ± ${formatNumber(velocity.error, 1)}` : '',
  ]
  return (
    <>
      <tr className={isFilled(visit) ? 'visit' : 'visit no-print'}>
        <td className="visit-date">
          <DayInput
            label={`${TEXT.growth.date} ${at + 1}`}
            value={visit.date}
            onChange={(date) => onEdit({ date })}
            describedBy={faults.date ? described : undefined}
          />
        </td>
        {columns.map((column) => (
          <td key={column} data-label={TEXT.growth.columns[column]}>
            <input
              type="text"
              inputMode="decimal"
              autoComplete="off"
              maxLength={12}
              className="number"
              aria-label={`${TEXT.growth.columns[column]} ${at + 1}`}
              aria-invalid={faults[column] ? true : undefined}
              aria-describedby={faults[column] ? described : undefined}
              value={visit[column]}
              onChange={({ target }) => onEdit({ [column]: target.value })}
            />
          </td>
        ))}
        {numbers.map((text, i) => (
          <td key={labels[i]} className="number computed" data-label={labels[i]}>
            {text}
          </td>
        ))}
      </tr>
      {texts.length > 0 ? (
        <tr className="visit-fault">
          <td colSpan={1 + columns.length + labels.length} id={described} className="field-error">
            {texts.join(' ')}
          </td>
        </tr>
      ) : null}
    </>
  )
}
