import { formatCount, formatTime } from '@assay/ui/format'
import { TableFrame } from '@assay/ui/table-frame'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Run } from '../../service.ts'
import { TEXT } from './text.ts'

/** Name of a run for people. */
export const runTitle = ({ run_id, name }: Pick<Run, 'run_id' | 'name'>): string =>
  name ?? (run_id === 'shared' ? TEXT.list.shared : run_id)

/** The runs of the organization, newest first. */
export const RunList = ({ runs, children }: { runs: readonly Run[]; children?: ReactNode }) => (
  <section className="panel stack" aria-labelledby="run-list">
    <h2 id="run-list">{TEXT.list.title}</h2>
    <TableFrame label={TEXT.list.title}>
      <table className="runs">
        <thead>
          <tr>
            <th scope="col">{TEXT.list.name}</th>
            <th scope="col" className="number">
              {TEXT.list.observations}
            </th>
            <th scope="col" className="number">
              {TEXT.list.files}
            </th>
            <th scope="col">{TEXT.list.created}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.run_id}>
              <th scope="row" className="long">
                <Link to="/runs/$run" params={{ run: run.run_id }}>
                  {runTitle(run)}
                </Link>
              </th>
              <td className="number">{formatCount(run.observations)}</td>
              <td className="number">{formatCount(run.files)}</td>
              <td>{formatTime(run.created_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
    {children}
  </section>
)
