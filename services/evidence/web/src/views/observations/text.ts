import { formatCount, formatNumber } from '@assay/ui/format'

const observations = (count: number): string =>
  count === 1 ? '1 observation' : `${formatCount(count)} observations`

/** Texts of the table of a run. */
export const TEXT = {
  back: 'All runs',
  lead: 'Each observation with its candidates. Their probabilities and that of none of them sum to 1.',
  loaded: (loaded: number, total: number) =>
    `${formatCount(loaded)} of ${formatCount(total)} observations loaded`,
  tooMany: (shown: number, total: number) =>
    `This run has ${formatCount(total)} observations. The ${formatCount(shown)} most probable are here; the interface for programs has all of them.`,
  placing: 'Places in the table are being brought up to date. The numbers are those of the present evidence.',
  shown: (shown: number, total: number) =>
    shown === total ? observations(total) : `${formatCount(shown)} of ${observations(total)}`,
  review: 'Review cases',
  report: 'Make a report',
  filters: {
    title: 'Filter',
    find: 'Find',
    findHint: 'Observation, name or identifier',
    level: 'Level',
    sources: 'Sources',
    conflict: 'Conflict',
    any: 'Any',
    noLevel: 'No level',
    atLeast: (count: number) => `${count} or more, independent`,
    calm: 'Evidence agrees (below 0.1)',
    torn: 'Evidence disagrees (0.1 or more)',
    clear: 'Clear the filters',
  },
  threshold: {
    title: 'Accept from a probability of',
    off: 'All',
    accepted: (count: number) => `${observations(count)} accepted`,
    expected: (wrong: number, share: number) =>
      `About ${formatNumber(wrong, wrong < 10 ? 1 : 0)} of them are expected to be wrong (${formatNumber(100 * share, 1)} %).`,
    uncalibrated:
      'How many of them are wrong cannot be said: the scores are not calibrated. Judge cases in Review and fit the model; this number appears once a fit predicts labels that it has not seen.',
    partly: (count: number) =>
      `${formatCount(count)} of them rest on scores that are not calibrated and are not counted here.`,
  },
  columns: {
    observation: 'Observation',
    best: 'Best candidate',
    shares: 'All candidates',
    probability: 'Probability',
    bounds: '90 % bounds',
    level: 'Level',
    conflict: 'Conflict',
    sources: 'Sources',
  },
  levelTitle: (schymanski: string | null, msi: string | null) =>
    schymanski === null
      ? 'The identification levels do not apply'
      : `Schymanski level ${schymanski}, MSI level ${msi}`,
  none: 'None of these',
  others: 'Other candidates',
  setAside: 'All evidence is set aside',
  legend: { best: 'Best', next: 'Next three', others: 'Others', none: 'None of these' },
  sortBy: (column: string) => `Sort by ${column}`,
  nothingTitle: 'Nothing matches',
  nothing: 'No observation passes these filters.',
  emptyTitle: 'This run has no observations',
  empty: 'Its files hold no evidence about observations, or the import has not finished.',
} as const
