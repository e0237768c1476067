import { formatCount, formatNumber, formatShare } from '@assay/ui/format'

const labels = (n: number) => (n === 1 ? '1 label' : `${formatCount(n)} labels`)

/** Texts of the view that asks for labels. */
export const TEXT = {
  title: 'Review',
  lead: 'Is this observation this molecule? The cases are those whose answers teach the model most. Judge by the structure and the evidence; what the model believes stays hidden until you ask for it, so that your labels stay independent.',
  run: 'Run',
  allRuns: 'All runs',
  loading: 'Loading…',
  keys: 'Keys: Y yes, N no, U unsure, ← and → to go back and forth, P shows what the model believes.',
  yes: 'Yes',
  no: 'No',
  unsure: 'Unsure',
  back: 'Back',
  forth: 'Next',
  answers: { yes: 'Yes', no: 'No', unsure: 'Unsure' } as Readonly<Record<string, string>>,
  place: (at: number, total: number) => `Case ${at} of ${total}`,
  answered: (n: number) => `${labels(n)} given in this sitting`,
  question: (observation: string, name: string) => `Is observation ${observation} ${name}?`,
  rivals: (n: number) => {
    if (n === 1) return 'It is the only candidate.'
    return n === 2 ? 'One other candidate claims it.' : `${formatCount(n - 1)} other candidates claim it.`
  },
  showModel: 'Show what the model believes (P)',
  hideModel: 'Hide what the model believes (P)',
  believes: (p: number, low: number, high: number) =>
    `The model says ${formatShare(p)}, 90 % bounds ${formatShare(low)} to ${formatShare(high)}.`,
  information: (bits: number) => `This answer is expected to teach ${formatNumber(bits, 3)} bits.`,
  open: 'Open the candidate',
  evidence: 'Evidence for this candidate',
  kind: 'Kind',
  source: 'Source',
  value: 'Value',
  moreItems: (n: number) => `${formatCount(n)} more items with less weight.`,
  viewer: 'Your role may look at the cases, but not label them.',
  saving: 'Saving…',
  saved: 'All answers are saved.',
  unsent: (n: number) => (n === 1 ? '1 answer is not saved.' : `${n} answers are not saved.`),
  sendAgain: 'Send again',
  none: 'No case is left',
  noneText:
    'Every assessed observation has a label, or the observations are still being assessed after an import.',
  more: 'Get more cases',
  batchDone: 'You have answered all of these.',
  toRuns: 'To the runs',
  progress: {
    title: 'What your labels say so far',
    lead: (n: number, yes: number) =>
      `${labels(n)} in your organization: ${formatCount(yes)} yes, ${formatCount(n - yes)} no.`,
    wait: 'Answer a few cases, and here you will see how reliable the model is and what a fit would change.',
    refresh: 'Compare again',
    stale: 'New answers since this comparison.',
    notEnough: (yes: number, no: number) =>
      `A fit needs at least five labels of each kind; there are ${formatCount(yes)} yes and ${formatCount(no)} no. Until then a fit changes nothing.`,
  },
  reliability: {
    title: 'Reliability diagram',
    lead: 'Of the labelled cases with about this probability, which share was right? Points on the diagonal are calibrated. Bars are 90 % intervals of the share (Wilson): with few labels they are wide.',
    x: 'Mean probability',
    y: 'Share that was right',
    inUse: (version: number, n: number) =>
      version === 0
        ? `Presets, before any fit (${labels(n)})`
        : `Model ${version} in use, on ${labels(n)} it has not seen`,
    noUnseen: (version: number) =>
      `Model ${version} was fitted to all present labels, so they cannot judge it. New labels can.`,
    crossValidated: (n: number) => `A fit now, cross-validated (${labels(n)})`,
    honest:
      'No point is scored by a model that has seen its label: the fit is judged in five folds, the model in use by newer labels only. The cases were chosen to teach and not at random: they are harder than most.',
    from: 'From',
    to: 'To',
    count: 'Labels',
    low: 'Lower bound',
    high: 'Upper bound',
    series: 'Model',
    diagonal: 'calibrated',
  },
  measures: {
    title: 'The same in numbers',
    name: 'Measure',
    names: {
      log_loss: 'Log loss (smaller is better)',
      brier: 'Brier score (smaller is better)',
      auroc: 'Area under the ROC curve (larger is better)',
      ece: 'Calibration error',
    } as Readonly<Record<string, string>>,
    inUse: 'In use',
    fit: 'Fit, cross-validated',
  },
  refit: {
    title: 'What a fit would change',
    lead: (n: number, t: number) =>
      `Compared on ${formatCount(n)} observations, at most 30 of each tenth of the probability, with the threshold ${formatNumber(t, 2)}:`,
    accepted: (before: number, after: number) =>
      `${formatCount(before)} accepted now, ${formatCount(after)} after a fit`,
    moved: (up: number, down: number) =>
      `${formatCount(up)} newly accepted, ${formatCount(down)} no longer accepted`,
    mean: (x: number) => `Probabilities change by ${formatNumber(x, 3)} on average`,
    largest: 'Largest changes',
    observation: 'Observation',
    candidate: 'Candidate',
    now: 'Now',
    after: 'After',
    strengths: 'What each kind of evidence says, in log-odds, now → after',
    kind: 'Kind',
    at: (value: number) => `value ${formatNumber(value, 2)}`,
    base: 'Base rate (log-odds before evidence)',
    fit: 'Fit the model to all labels',
    fitting: 'Fitting…',
    upToDate: 'The model in use was fitted to all present labels.',
    fitted: (version: number) =>
      `Model ${version} is now in use. The table of each run is brought up to date in the background.`,
    worse: (now: number, fit: number) =>
      `On these labels a fit is not better than what is in use: its cross-validated log loss is ${formatNumber(fit, 3)}, against ${formatNumber(now, 3)}. More labels may change that.`,
    why: 'A fit makes a new version. Earlier answers and reports stay as they are and can be replayed.',
  },
} as const
