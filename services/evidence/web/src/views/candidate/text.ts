import { capital, formatCount, formatNumber, formatShare, formatTime } from '@assay/ui/format'

const items = (n: number) => (n === 1 ? '1 item' : `${formatCount(n)} items`)

/** Name of a kind of evidence as people write it: Spectral match. */
export const kindOf = (type: string): string => capital(type.replaceAll('_', ' '))

/** How many times larger or smaller the odds become: 2.2 for 0.79 log-odds. */
const timesOf = (logOdds: number): string => {
  const times = Math.exp(Math.abs(logOdds))
  return times >= 1e6 ? 'more than a million' : formatNumber(times, times < 10 ? 1 : 0)
}

/** Texts of the view of a candidate. */
export const TEXT = {
  back: 'All observations of the run',
  observation: (id: string) => `Observation ${id}`,
  loading: 'Loading…',
  missing: 'Nothing to show',
  best: 'Show the most probable candidate of this observation',
  probability: 'Probability that this observation is this molecule',
  bounds: (low: number, high: number) => `90 % bounds ${formatShare(low)} to ${formatShare(high)}`,
  rank: (rank: number, total: number) =>
    total === 1 ? 'the only candidate' : `number ${rank} of ${formatCount(total)} candidates`,
  levelName: (level: string) => `Level ${level}`,
  levelHint: 'Identification level after Schymanski and others (2014)',
  noLevel: 'No level applies',
  verdict: {
    accepted: (t: number) => `Accepted at ${formatNumber(t, 2)}`,
    rejected: (t: number) => `Below the threshold of ${formatNumber(t, 2)}`,
  },
  uncalibrated:
    'Not calibrated yet: no model was fitted, so this number rests on presets and is no frequency. Label cases in Review and fit a model.',
  unproven:
    'Not calibrated: the fit predicted labels that it had not seen no better than their share of right ones, so this number is no frequency. Label more cases in Review and fit again.',
  calibratedBy: {
    labels: 'Calibrated with the labels of your organization.',
    decoys: 'Calibrated with decoys.',
    mixture: 'Calibrated with a mixture of right and wrong candidates, without labels.',
    nothing: '',
  } as Readonly<Record<string, string>>,
  uncalibratedTypes: (types: string) =>
    `These kinds of evidence have neither a preset nor labels and speak at most 1.5 to 1: ${types}.`,
  drawing: (name: string) => `Structure of ${name}`,
  noDrawing: 'The file names no structure.',
  brokenDrawing: 'The structure could not be drawn.',
  review: 'Label this run in Review',
  report: 'Report this observation',
  past: (time: string) => `You see the state of ${formatTime(time)}.`,
  toNow: 'Back to now',
  candidates: {
    title: 'Candidates of this observation',
    lead: 'Exactly one of them is right, or none: the shares add up to 1.',
    none: 'None of these',
    others: (n: number) => `${formatCount(n)} more candidates`,
    sum: 'Sum',
  },
  waterfall: {
    title: 'How the probability comes about',
    lead: 'Odds say how often it is right for each time it is wrong. Each row multiplies them; as log-odds the rows simply add up. +0.69 doubles the odds: from even (probability 0.50) to two to one (0.67). +2.20 makes them nine times as large: from even to nine to one (0.90). A minus divides them in the same way. Open a row for its reason.',
    what: 'What',
    adds: 'Adds',
    sum: 'Sum so far',
    prior: 'Before any evidence',
    rivals: (n: number) =>
      n === 0 ? 'No other candidates' : `Other candidates (${formatCount(n)}) and “none of these”`,
    rest: (n: number) => `${items(n)} with less weight`,
    total: 'Log-odds of the probability',
    asProbability: 'The same as a probability',
    why: 'Why?',
    item: (type: string, source: string) => `${kindOf(type)} · ${source}`,
  },
  reason: {
    value: 'Value',
    uncertainty: 'Uncertainty of the value (standard deviation)',
    alone: 'What it says alone',
    age: 'Factor by age',
    correlation: 'Factor by correlation within its source',
    adds: 'What it adds',
    product:
      '“What it adds” is the product of the three numbers above it, rounded so that all rows add up to the printed total.',
    probability: 'Part of the probability',
    source: 'Source',
    group: 'Correlated with items of',
    measured: 'Measured',
    kept: 'Kept since',
    about: 'Is about',
    aboutOf: { pair: 'this observation', molecule: 'the molecule as such' } as Readonly<
      Record<string, string>
    >,
    table: 'Strength of this kind of evidence',
    fitted: 'learned from labels',
    preset: 'a preset; no label has taught it yet',
    id: 'Id',
    prior: 'The log-odds of a candidate about which nothing is known yet: the base rate of the model.',
    rivals:
      'Candidates of one observation exclude each other. With ℓ the log-odds of each rival from its own evidence and ν that of “none of these”, the step is −ln(e^ν + Σ e^ℓ).',
    none: 'None of these (ν)',
    rival: 'Rival (ℓ)',
    moreRivals: (n: number) => `${formatCount(n)} weaker rivals are not listed; all of them count.`,
    rest: 'Items with less weight, each with what it adds.',
  },
  boundsPanel: {
    title: 'What the bounds are made of',
    lead: 'The bounds are the log-odds minus and plus 1.645 standard deviations, written as probabilities. Each cause has its share of the variance.',
    cause: 'Cause',
    below: 'Share below',
    above: 'Share above',
    total: 'Standard deviation of the log-odds',
    names: {
      measurement: 'Noise of the values',
      sources: 'Sources that disagree',
      rivals: 'Uncertain rivals',
      model: 'Base rate and fitted strengths',
      presets: 'Strengths that are only presets',
      understated: 'Strong evidence that a fit understates',
      set_aside: 'Conflict with items that were set aside',
    } as Readonly<Record<string, string>>,
    arithmetic: (logOdds: number, below: number, above: number, low: number, high: number) =>
      `${formatNumber(logOdds, 2)} − 1.645 × ${formatNumber(below, 2)} is ${formatShare(low)}; ${formatNumber(logOdds, 2)} + 1.645 × ${formatNumber(above, 2)} is ${formatShare(high)}.`,
  },
  sources: {
    title: 'Sources and their discounts',
    lead: 'Items of one source and kind say partly the same. They count as fewer independent items.',
    source: 'Source',
    type: 'Kind',
    items: 'Items',
    counts: 'Count as',
    adds: 'Adds',
    correlation: 'Correlation',
    strength: 'Strength',
    fitted: 'learned',
    preset: 'preset',
    conflict: (x: number) => `Conflict ${formatNumber(x, 2)} (0 is none)`,
    consistency: (x: number) => `Agreement of sources ${formatNumber(x, 2)} (1 is full)`,
  },
  flip: {
    title: 'What would turn the verdict',
    accepted: (x: number) =>
      `New evidence against it that divides the odds by ${timesOf(x)} (${formatNumber(x, 2)} log-odds).`,
    rejected: (x: number) =>
      `New evidence for it that multiplies the odds by ${timesOf(x)} (${formatNumber(x, 2)} log-odds).`,
    remove: (n: number) =>
      n === 1 ? 'Or removing this single item:' : `Or removing these ${n} items, the smallest such set:`,
    cannot: 'Removing items cannot turn it.',
  },
  next: {
    title: 'What to measure next',
    lead: 'One more independent item of each kind, and by how much it is expected to narrow the bounds.',
    none: 'No kind of evidence that your organization uses is expected to narrow the bounds.',
    type: 'Kind',
    gain: 'Bounds narrower by',
    priority: 'Priority',
  },
  rectify: {
    title: 'Contradictions',
    lead: 'Finds items that contradict the rest. Nothing changes until you set them aside; they stay kept and in the history.',
    check: 'Look for contradictions',
    none: 'No item contradicts the rest strongly enough to be set aside.',
    tie: 'Two sides of about equal weight contradict each other. Nothing is set aside: a third independent measurement is needed.',
    before: 'Before',
    after: 'After',
    done: (n: number) => `${items(n)} set aside. The probability above is the one after.`,
    apply: (n: number) => `Set aside ${items(n)}`,
    viewer: 'Your role may look, but not set items aside.',
    item: 'Item',
    reason: 'Reason',
    conflict: 'Conflict',
    used: 'Items in use',
    hull: 'The bounds after it still contain those before, here and in the view above: the conflict was real.',
  },
  network: {
    title: 'Evidence network',
    lead: 'All items of this candidate, and which of them support or contradict each other.',
    drawn: (n: number) => `${items(n)} drawn.`,
    show: 'Draw the network',
    tooMany: (n: number, most: number) =>
      `The strongest ${formatCount(most)} of ${formatCount(n)} relationships are drawn.`,
    hint: 'Arrow keys move the picture, + and − zoom, 0 shows all. Click an item for its reason.',
    legend: {
      supports: 'supports the molecule',
      opposes: 'speaks against it',
      agree: 'agree',
      contradict: 'contradict',
    },
    kinds: {
      supports: 'agree',
      contradicts: 'contradict',
      corroborates: 'confirm each other',
      implies: 'implies',
      requires: 'requires',
    } as Readonly<Record<string, string>>,
    list: 'Relationships as a table',
    from: 'Item',
    kind: 'Relationship',
    to: 'Item',
    strength: 'Strength',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    all: 'Show all',
  },
  history: {
    title: 'History',
    lead: 'Each change of the evidence or the model, and the probability after it. Move the slider to see the whole view as it was.',
    slider: 'Moment',
    change: {
      evidence: (n: number) => `${items(n)} kept`,
      set_aside: (n: number) => `${items(n)} set aside`,
      fit: (n: number) => `model ${n} fitted`,
    } as Readonly<Record<string, (n: number) => string>>,
    when: 'When',
    what: 'What',
    probability: 'Probability after',
    absent: 'no evidence yet',
    step: 'Number of the change in the table',
    now: 'Now',
  },
} as const
