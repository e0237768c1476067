/** Texts of jobs. */
export const TEXT = {
  types: {
    tracks: 'Analysis',
    stems: 'Stems',
    analyze: 'Analysis',
    batch: 'Batch',
  } as Readonly<Record<string, string>>,
  status: {
    pending: 'Waiting',
    processing: 'At work',
    completed: 'Done',
    failed: 'Failed',
    cancelled: 'Cancelled',
  } as Readonly<Record<string, string>>,
  open: 'Open the track',
  cancel: 'Cancel',
  cancelOf: (name: string) => `Cancel ${name}`,
  openOf: (name: string) => `Open the track ${name}`,
  progressOf: (name: string) => `Progress of ${name}`,
  added: (time: string) => `added ${time}`,
  list: 'Jobs',
} as const
