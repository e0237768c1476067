import { poolAdjacentViolators } from '../src/domain/calibration/likelihood-table.ts'
import { fitLogistic } from '../src/domain/numerics/logistic-regression.ts'
import type { SpectralPair } from './spectral-data.ts'

/** A method that learns from some pairs and scores others; what people use in place of this service. */
export type Baseline = (train: readonly SpectralPair[], test: readonly SpectralPair[]) => number[]

const clip = (p: number): number => Math.min(1 - 1e-6, Math.max(1e-6, p))
const logit = (p: number): number => Math.log(clip(p) / (1 - clip(p)))
const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x))
const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length

/** P(correct | value) per single spectrum, by histogram of 20 bins made monotone: the input of the pooling methods. */
function singleSpectrum(train: readonly SpectralPair[]): (value: number) => number {
  const bins = 20
  const hits = new Array<number>(bins).fill(1)
  const counts = new Array<number>(bins).fill(2)
  for (const pair of train) {
    for (const value of pair.spectralMatches) {
      const b = Math.min(bins - 1, Math.floor(value * bins))
      hits[b] = hits[b]! + (pair.label ? 1 : 0)
      counts[b] = counts[b]! + 1
    }
  }
  const curve = poolAdjacentViolators(
    hits.map((h, b) => h / counts[b]!),
    counts,
  )
  return (value) => clip(curve[Math.min(bins - 1, Math.floor(value * bins))]!)
}

const priorOf = (train: readonly SpectralPair[]): number => mean(train.map((p) => (p.label ? 1 : 0)))

/** 1 − Π(1 − p) over spectra, each corrected for the prior as STRING does (von Mering et al., NAR 33 (2005) D433). */
export const noisyOr: Baseline = (train, test) => {
  const single = singleSpectrum(train)
  const prior = priorOf(train)
  return test.map((pair) => {
    const missed = pair.spectralMatches.reduce(
      (product, v) => product * (1 - Math.max(0, (single(v) - prior) / (1 - prior))),
      1,
    )
    return 1 - missed * (1 - prior)
  })
}

/** Product of likelihood ratios, as if spectra were independent. */
export const naiveBayes: Baseline = (train, test) => {
  const single = singleSpectrum(train)
  const prior = logit(priorOf(train))
  return test.map((pair) =>
    clip(sigmoid(prior + pair.spectralMatches.reduce((sum, v) => sum + logit(single(v)) - prior, 0))),
  )
}

/** Dempster's rule with masses for, against and undecided, discounted by 0.5; pignistic probability (Shafer, 1976). */
export const dempsterShafer: Baseline = (train, test) => {
  const single = singleSpectrum(train)
  const reliability = 0.5
  return test.map((pair) => {
    let mass = { yes: 0, no: 0, open: 1 }
    for (const value of pair.spectralMatches) {
      const yes = reliability * single(value)
      const no = reliability * (1 - single(value))
      const open = 1 - yes - no
      const conflict = mass.yes * no + mass.no * yes
      mass = {
        yes: (mass.yes * (yes + open) + mass.open * yes) / (1 - conflict),
        no: (mass.no * (no + open) + mass.open * no) / (1 - conflict),
        open: (mass.open * open) / (1 - conflict),
      }
    }
    return clip(mass.yes + mass.open / 2)
  })
}

export const meanValue: Baseline = (_train, test) => test.map((pair) => clip(mean(pair.spectralMatches)))

export const maximumValue: Baseline = (_train, test) =>
  test.map((pair) => clip(Math.max(...pair.spectralMatches)))

/** Log-likelihood ratios summed and divided by 1 + (n − 1)ρ, ρ chosen on the training pairs; then a logistic fit. */
export const discountedPool: Baseline = (train, test) => {
  const single = singleSpectrum(train)
  const prior = logit(priorOf(train))
  const pooled = (pair: SpectralPair, rho: number): number =>
    pair.spectralMatches.reduce((sum, v) => sum + logit(single(v)) - prior, 0) /
    (1 + (pair.spectralMatches.length - 1) * rho)
  const labels = Float64Array.from(train, (p) => (p.label ? 1 : 0))
  const priors = [
    { mean: 0, precision: 0.01, nonNegative: false },
    { mean: 1, precision: 0.1, nonNegative: true },
  ]
  const fits = [0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 1].map((rho) => {
    const features = Float64Array.from(train.flatMap((pair) => [1, pooled(pair, rho)]))
    return { rho, ...fitLogistic(features, labels, priors) }
  })
  const best = fits.reduce((a, b) => (b.loss < a.loss ? b : a))
  return test.map((pair) =>
    clip(sigmoid(best.coefficients[0]! + best.coefficients[1]! * pooled(pair, best.rho))),
  )
}

export const baselines: Readonly<Record<string, Baseline>> = {
  'STRING-style noisy-or': noisyOr,
  'naive Bayes': naiveBayes,
  'Dempster–Shafer': dempsterShafer,
  'mean value': meanValue,
  'maximum value': maximumValue,
  'discounted log-likelihood pool': discountedPool,
}
