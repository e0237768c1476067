import { formatCount } from '@assay/ui/format'

/** Texts of the jobs view. */
export const TEXT = {
  title: 'Jobs',
  status: 'Status',
  any: 'All',
  statuses: {
    processing: 'At work',
    pending: 'Waiting',
    completed: 'Done',
    failed: 'Failed',
    cancelled: 'Cancelled',
  },
  summary: (running: number, shown: number) =>
    `${running === 0 ? 'Nothing is under way.' : `${formatCount(running)} under way.`} ${shown === 1 ? '1 job' : `${formatCount(shown)} jobs`}, newest first.`,
  emptyTitle: 'No jobs',
  empty: 'Drop a track to start one.',
  emptyOf: (status: string) => `No job has the status “${status}”.`,
  add: 'Add tracks',
} as const
