import { orThrow } from '@assay/evidence-client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Run, service } from '../../service.ts'

/** The runs of the organization. */
export function RunsView() {
  const runs = useQuery({ queryKey: ['runs'], queryFn: () => orThrow(service.GET('/v1/runs')) })
  return (
    <div className="stack">
      <h1>Runs</h1>
      {runs.data?.runs.map((run: Run) => (
        <Link key={run.run_id} to="/runs/$run" params={{ run: run.run_id }}>
          {run.name ?? run.run_id}
        </Link>
      ))}
    </div>
  )
}
