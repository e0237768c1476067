import type { Handlers } from '@assay/kit/queue'
import type { runImport } from '../operations/import-evidence.ts'
import type { JobData } from '../operations/ports.ts'
import type { assessRuns } from '../operations/runs.ts'

/** Names of all jobs. The queue does not start unless each has exactly one handler. */
export const JOB_NAMES = ['import', 'import-small', 'assess'] as const satisfies readonly (keyof JobData)[]

/** Returns the handlers of the jobs, which call the same operations as HTTP. */
export function jobHandlers(deps: {
  runImport: ReturnType<typeof runImport>
  assessRuns: ReturnType<typeof assessRuns>
}): Handlers<JobData> {
  const run: Handlers<JobData>['import'] = ({ data, signal }) => deps.runImport(data, signal)
  return {
    import: run,
    'import-small': run,
    assess: ({ data, signal }) => deps.assessRuns(data, signal),
  }
}
