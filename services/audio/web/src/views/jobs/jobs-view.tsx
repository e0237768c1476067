import { orThrow } from '@assay/audio-client'
import { SelectField } from '@assay/ui/field'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Failure } from '../../failure.tsx'
import { JobList } from '../../jobs/job-list.tsx'
import { hasEnded, withChanges } from '../../jobs/job-states.ts'
import { useJobs } from '../../jobs/live-jobs.ts'
import { service } from '../../service.ts'
import { TEXT as COMMON } from '../../text.ts'
import { TEXT } from './text.ts'

const SHOWN = 50
const STATUSES = ['processing', 'pending', 'completed', 'failed', 'cancelled'] as const
type Status = (typeof STATUSES)[number]

/** Jobs of this client, newest first: the latest from the list, and what changes live. */
export function JobsView(): ReactNode {
  const [status, setStatus] = useState<Status | ''>('')
  const live = useJobs()
  const listed = useQuery({
    queryKey: ['jobs', 'list', status],
    queryFn: ({ signal }) =>
      orThrow(
        service().GET('/api/v1/jobs', {
          params: { query: { per_page: SHOWN, ...(status === '' ? {} : { status }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })
  const jobs = withChanges(listed.data?.jobs ?? [], live).filter(
    (job) => status === '' || job.status === status,
  )
  const running = jobs.filter((job) => !hasEnded(job)).length
  return (
    <div className="stack">
      <div className="row drawer-head wrap">
        <h1>{TEXT.title}</h1>
        <SelectField
          label={TEXT.status}
          value={status}
          onChange={(next) => setStatus(next as Status | '')}
          options={[['', TEXT.any], ...STATUSES.map((one) => [one, TEXT.statuses[one]] as const)]}
        />
      </div>
      {listed.error ? <Failure error={listed.error} onRetry={() => void listed.refetch()} /> : null}
      {listed.isLoading ? (
        <div className="skeleton chart-skeleton" role="status" aria-label={COMMON.loading} />
      ) : null}
      {listed.data && jobs.length === 0 ? (
        <div className="panel stack empty">
          <h2>{TEXT.emptyTitle}</h2>
          <p className="soft">{status === '' ? TEXT.empty : TEXT.emptyOf(TEXT.statuses[status])}</p>
          <Link to="/" className="button main">
            {TEXT.add}
          </Link>
        </div>
      ) : null}
      {jobs.length > 0 ? (
        <>
          <p className="small soft" role="status">
            {TEXT.summary(running, jobs.length)}
          </p>
          <JobList jobs={jobs} />
        </>
      ) : null}
    </div>
  )
}
