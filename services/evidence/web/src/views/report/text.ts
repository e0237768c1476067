import { formatCount, formatNumber, formatTime } from '@assay/ui/format'

const observations = (n: number) => (n === 1 ? '1 observation' : `${formatCount(n)} observations`)
const acceptedOf = (n: number) =>
  n === 1 ? '1 candidate is accepted.' : `${formatCount(n)} candidates are accepted.`

/** Texts of the views that make, list and show reports. */
export const TEXT = {
  title: 'Reports',
  lead: 'A report keeps what was known at one moment under a hash. Whoever has the hash can have it made again and compare.',
  loading: 'Loading…',
  make: {
    title: 'Make a report',
    run: 'Run',
    choose: 'Choose a run…',
    threshold: 'Accept candidates from this probability',
    thresholdHint: 'Above 0 and below 1',
    wrong: 'Give a number above 0 and below 1.',
    find: 'Find by candidate',
    chosen: (n: number) => (n === 0 ? 'No observation chosen' : `${observations(n)} chosen`),
    all: 'Choose all that are shown',
    clear: 'Choose none',
    more: 'Show more',
    choice: 'Observations to report',
    observation: 'Observation',
    best: 'Best candidate',
    probability: 'Probability',
    chooseOne: (id: string) => `Choose observation ${id}`,
    submit: (n: number) =>
      n === 0 ? 'Choose the observations to report' : `Make the report of ${observations(n)}`,
    viewer: 'Your role may read reports, but not make them.',
    missing: 'No observation of this run fits.',
  },
  list: {
    title: 'Kept reports',
    none: 'No report was made yet.',
    when: 'State of',
    run: 'Run',
    molecules: 'Molecules',
    size: 'Observations',
    threshold: 'Threshold',
    hash: 'Hash',
    more: 'Show more',
  },
  replay: {
    title: 'Open a report by its hash',
    label: 'Hash of the report',
    hint: '64 characters, as printed on the report',
    wrong: 'A hash has 64 characters of 0 to 9 and a to f.',
    submit: 'Open and make it again',
  },
  report: {
    back: 'All reports',
    title: 'Identification report',
    same: 'Replayed: made again from the evidence and the model of its moment, the result is the same.',
    different: 'Replayed: the result differs from the stored one. Evidence was changed outside the service.',
    other_version: 'Not replayed: the report was made by another version of the algorithm.',
    hash: 'Hash',
    asOf: 'State of',
    run: 'Run',
    molecules: 'Molecules',
    threshold: 'Accepted from',
    model: 'Model',
    versions: 'Algorithm and package',
    listed: 'Listed',
    listedOf: (n: number, total: number) => `${formatCount(n)} of ${observations(total)}`,
    modelOf: (version: number, by: string) => (version === 0 ? 'none fitted' : `${version}, by ${by}`),
    unproven:
      'Not calibrated: the fit predicted labels that it had not seen no better than their share of right ones. The probabilities are no frequencies; no false discovery rate can be stated.',
    uncalibrated:
      'Not calibrated: no model was fitted. The probabilities rest on presets and are no frequencies; no false discovery rate can be stated.',
    falseAccepted: (n: number, expected: number) =>
      `${acceptedOf(n)} By their probabilities, ${
        expected < 0.05 ? `fewer than ${formatNumber(0.1, 1)}` : formatNumber(expected, 1)
      } of them are expected to be wrong.`,
    accepted: acceptedOf,
    paper: 'Paper',
    print: 'Print or save as PDF',
    exports: 'Export',
    table: 'Table (TSV)',
    page: 'Page (HTML)',
    json: 'Data (JSON)',
    summary: 'Summary',
    observation: 'Observation',
    candidate: 'Candidate',
    probability: 'Probability',
    bounds: '90 % bounds',
    none: 'None of these',
    others: (n: number) => `${formatCount(n)} more candidates`,
    moreItems: (n: number) => (n === 1 ? '1 more item' : `${formatCount(n)} more items`),
    level: 'Level',
    verdict: 'Verdict',
    verdicts: { accepted: 'accepted', rejected: 'not accepted' } as Readonly<Record<string, string>>,
    because: (name: string) => `Why ${name}`,
    adds: 'Adds to the probability',
    base: 'Without evidence, rivals included',
    evidence: 'Evidence',
    value: 'Value',
    flip: (logOdds: number, remove: number | undefined) =>
      `${formatNumber(Math.abs(logOdds), 2)} log-odds of new evidence ${logOdds < 0 ? 'against it' : 'in favour'} would turn the verdict${
        remove === undefined ? '' : `; so would removing ${remove === 1 ? 'one item' : `${remove} items`}`
      }.`,
    replayHint: (hash: string) => `To replay: open Reports and enter the hash ${hash}.`,
    made: (time: string) => `State of ${formatTime(time)}`,
  },
} as const
