import { orThrow } from '@assay/audio-client'
import { useMutation } from '@tanstack/react-query'
import { hasEnded } from '../../jobs/job-states.ts'
import { useJobs } from '../../jobs/live-jobs.ts'
import { service } from '../../service.ts'

/** Follows the newest job of a kind for a track, and starts one. */
function useTrackJob(id: string, type: string, start: () => Promise<unknown>) {
  const job = useJobs().find((one) => one.track_id === id && one.type === type)
  const started = useMutation({ mutationFn: start })
  const underWay = job && !hasEnded(job)
  return {
    start: () => started.mutate(),
    error: started.error,
    /** Share that is done while the job is under way. */
    progress: underWay ? job.progress : started.isPending ? 0 : undefined,
    failure: job?.status === 'failed' ? (job.error?.message ?? '') : undefined,
  }
}

const path = (id: string) => ({ params: { path: { id } } })

/** Follows and starts the separation of a track. */
export const useStemsJob = (id: string) =>
  useTrackJob(id, 'stems', () => orThrow(service().POST('/api/v1/tracks/{id}/stems', path(id))))

/** Follows and starts a new analysis of a track. */
export const useAnalysisJob = (id: string) =>
  useTrackJob(id, 'tracks', () => orThrow(service().POST('/api/v1/tracks/{id}/analysis', path(id))))
