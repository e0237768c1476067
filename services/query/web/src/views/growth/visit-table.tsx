import { formatNumber } from '../../format.ts'
import { TEXT } from '../../text.ts'
import type { Visit } from './child.ts'
import type { Measured } from './measured.ts'

const COLUMNS = ['weight', 'length', 'head'] as const

/** Visits to type into, each with the z-scores that follow from it. */
export function VisitTable({
  visits,
  measured,
  onChange,
}: {
  visits: readonly Visit[]
  measured: readonly Measured[]
  onChange: (visits: readonly Visit[]) => void
}) {
  const rows = [...visits, { date: '', weight: '', length: '', head: '' }]
  const edit = (at: number, change: Partial<Visit>) =>
    onChange(rows.map((visit, i) => (i === at ? { ...visit, ...change } : visit)).filter(isFilled))
  return (
    <div className="table-frame panel">
      <table className="visits">
        <caption className="hidden">{TEXT.growth.visits}</caption>
        <thead>
          <tr>
            <th scope="col">{TEXT.growth.date}</th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {TEXT.growth.columns[column]}
              </th>
            ))}
            <th scope="col" className="number">
              {TEXT.growth.zWeight}
            </th>
            <th scope="col" className="number">
              {TEXT.growth.zLength}
            </th>
            <th scope="col" className="number">
              {TEXT.growth.zBmi}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((visit, at) => {
            const found = measured.find(({ date }) => date === visit.date)
            const z = (value: number | undefined) => (value === undefined ? '' : formatNumber(value, 2))
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a visit has no other name while it is being typed.
              <tr key={at}>
                <td>
                  <input
                    type="date"
                    aria-label={`${TEXT.growth.date} ${at + 1}`}
                    value={visit.date}
                    onChange={({ target }) => edit(at, { date: target.value })}
                  />
                </td>
                {COLUMNS.map((column) => (
                  <td key={column}>
                    <input
                      type="text"
                      inputMode="decimal"
                      className="number"
                      aria-label={`${TEXT.growth.columns[column]} ${at + 1}`}
                      value={visit[column]}
                      onChange={({ target }) => edit(at, { [column]: target.value })}
                    />
                  </td>
                ))}
                <td className="number">{z(found?.z.weight_for_age)}</td>
                <td className="number">{z(found?.z.length_height_for_age)}</td>
                <td className="number">{z(found?.z.bmi_for_age)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const isFilled = ({ date, weight, length, head }: Visit): boolean => `${date}${weight}${length}${head}` !== ''
