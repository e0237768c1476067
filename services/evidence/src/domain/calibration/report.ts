/** Probability and whether the molecule was correct. */
export interface Scored {
  readonly probability: number
  readonly label: boolean
}

interface ReliabilityBin {
  readonly from: number
  readonly to: number
  readonly count: number
  readonly meanProbability: number
  readonly observedFrequency: number
}

/** Measures of discrimination and calibration. */
export interface CalibrationReport {
  readonly count: number
  readonly positives: number
  /** Area under the ROC curve; ties count half. Undefined unless both labels occur. */
  readonly auroc: number | undefined
  /** Mean (p − y)² (Brier, Monthly Weather Review 78 (1950) 1–3). */
  readonly brier: number
  /** Mean −log p(y), with probabilities clipped at 1e-9. */
  readonly logLoss: number
  /** Σ n_b/n·|mean p − mean y| over ten equal-width bins. */
  readonly expectedCalibrationError: number
  /** The same over fifteen bins of equal mass. */
  readonly equalMassCalibrationError: number
  readonly reliability: readonly ReliabilityBin[]
}

/** Returns the Mann–Whitney estimate of P(score of a correct one > score of a wrong one), in [0, 1]. */
function auroc(scored: readonly Scored[]): number | undefined {
  const sorted = scored.toSorted((a, b) => a.probability - b.probability)
  let rankSum = 0
  let positives = 0
  for (let i = 0; i < sorted.length; ) {
    let j = i
    while (j < sorted.length && sorted[j]!.probability === sorted[i]!.probability) j += 1
    for (let k = i; k < j; k += 1) {
      if (!sorted[k]!.label) continue
      positives += 1
      rankSum += (i + 1 + j) / 2
    }
    i = j
  }
  const negatives = sorted.length - positives
  if (positives === 0 || negatives === 0) return undefined
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives)
}

function binOf(scored: readonly Scored[], from: number, to: number): ReliabilityBin {
  const count = scored.length
  const sum = scored.reduce((total, s) => total + s.probability, 0)
  const hits = scored.reduce((total, s) => total + (s.label ? 1 : 0), 0)
  return {
    from,
    to,
    count,
    meanProbability: count === 0 ? 0 : sum / count,
    observedFrequency: count === 0 ? 0 : hits / count,
  }
}

/** Returns Σ n_b/n·|mean p − observed frequency| (Naeini, Cooper & Hauskrecht, AAAI 2015). */
function calibrationError(bins: readonly ReliabilityBin[]): number {
  const total = bins.reduce((sum, b) => sum + b.count, 0)
  if (total === 0) return 0
  return bins.reduce(
    (sum, b) => sum + (b.count / total) * Math.abs(b.meanProbability - b.observedFrequency),
    0,
  )
}

/** Compares probabilities with the truth: discrimination, two proper scores and the reliability diagram. */
export function calibrationReport(scored: readonly Scored[]): CalibrationReport {
  const n = scored.length
  let brier = 0
  let logLoss = 0
  for (const { probability, label } of scored) {
    brier += (probability - (label ? 1 : 0)) ** 2
    logLoss -= Math.log(Math.max(1e-9, label ? probability : 1 - probability))
  }
  const reliability = Array.from({ length: 10 }, (_, b) =>
    binOf(
      scored.filter((s) => Math.min(9, Math.floor(s.probability * 10)) === b),
      b / 10,
      (b + 1) / 10,
    ),
  )
  const sorted = scored.toSorted((a, b) => a.probability - b.probability)
  const equalMass = Array.from({ length: 15 }, (_, b) => {
    const slice = sorted.slice(Math.floor((b * n) / 15), Math.floor(((b + 1) * n) / 15))
    return binOf(slice, slice[0]?.probability ?? 0, slice.at(-1)?.probability ?? 1)
  })
  return {
    count: n,
    positives: scored.filter((s) => s.label).length,
    auroc: auroc(scored),
    brier: n === 0 ? 0 : brier / n,
    logLoss: n === 0 ? 0 : logLoss / n,
    expectedCalibrationError: calibrationError(reliability),
    equalMassCalibrationError: calibrationError(equalMass),
    reliability,
  }
}
