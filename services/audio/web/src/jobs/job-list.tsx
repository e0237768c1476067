import { type JobState, orThrow } from '@assay/audio-client'
import { capital, formatNumber, formatTime } from '@assay/ui/format'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Failure } from '../failure.tsx'
import { service } from '../service.ts'
import { hasEnded } from './job-states.ts'
import { TEXT } from './text.ts'

/** Jobs with live progress; what is under way can be cancelled, and what is done can be opened. */
export function JobList({ jobs }: { jobs: readonly JobState[] }) {
  return (
    <ul className="jobs" aria-label={TEXT.list}>
      {jobs.map((job) => (
        <JobRow key={job.id} job={job} />
      ))}
    </ul>
  )
}

function JobRow({ job }: { job: JobState }) {
  const name = job.filename ?? job.id
  const cancel = useMutation({
    mutationFn: () => orThrow(service().DELETE('/api/v1/jobs/{id}', { params: { path: { id: job.id } } })),
  })
  const percent = `${formatNumber(job.progress * 100, 0)} %`
  return (
    <li className="job" data-job={job.id} data-status={job.status}>
      <span className="job-name long">{name}</span>
      <span className="job-state small soft">
        {TEXT.types[job.type] ?? capital(job.type)} · {TEXT.status[job.status] ?? job.status}
        {job.status === 'processing' ? ` · ${job.stage ?? ''} ${percent}` : ''}
        {hasEnded(job) ? ` · ${TEXT.added(formatTime(job.created_at))}` : ''}
      </span>
      <span className="job-action">
        {job.status === 'completed' && job.track_id !== null ? (
          <Link
            to="/tracks/$id"
            params={{ id: job.track_id }}
            className="button"
            aria-label={TEXT.openOf(name)}
          >
            {TEXT.open}
          </Link>
        ) : null}
        {hasEnded(job) ? null : (
          <button
            type="button"
            aria-label={TEXT.cancelOf(name)}
            disabled={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            {TEXT.cancel}
          </button>
        )}
      </span>
      {hasEnded(job) ? null : (
        <progress className="job-progress" value={job.progress} max={1} aria-label={TEXT.progressOf(name)} />
      )}
      {job.error ? (
        <p className="notice small job-error" role="alert">
          {capital(job.error.message)}
        </p>
      ) : null}
      {cancel.error ? <Failure error={cancel.error} /> : null}
    </li>
  )
}
