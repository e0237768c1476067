import { INTERNAL_TERM_COUNT } from '../fuzzy/term-sets.ts'
import {
  COMMON_PARAMETERS,
  DEFAULT_SOURCE_SPREAD,
  type LearnedModel,
  untrainedModel,
} from '../inference/learned-model.ts'
import { typePreset } from '../inference/type-kinds.ts'
import { type Trained, train } from './fit-parameters.ts'
import type { LabelledObservation } from './labelled-observation.ts'
import { monotoneLevels } from './monotone-levels.ts'
import { layOut, type TypeSlot } from './parameter-prior.ts'
import { prepare } from './prepared-candidates.ts'
import { sourceSpreads } from './source-spread.ts'
import { widthFactor } from './width-factor.ts'

/** Minimum number of labels of each kind to learn anything. */
const LEAST_LABELS_PER_KIND = 5

/** Rounds a stored number to what its use needs. */
const stored = (x: number): number => Number(x.toPrecision(7))

/**
 * Learns ℓ₀, ν and the levels of every type from labelled candidates, all rivals counted under the same parameters;
 * then the correlations of items of one group, the errors of sources and the last factor of the bounds. Presets are the
 * mean of the prior, and the covariance of the posterior (Laplace) is kept for the bounds.
 *
 * With fewer than five labels of a kind it learns nothing.
 */
export function learnModel(observations: readonly LabelledObservation[], version: number): LearnedModel {
  const labelled = observations.filter(({ label }) => label !== undefined)
  const positives = labelled.filter(({ label }) => label).length
  if (Math.min(positives, labelled.length - positives) < LEAST_LABELS_PER_KIND) {
    return { ...untrainedModel, version }
  }
  const items = observations.flatMap((o) => o.items)
  const types = [...new Set(items.map(({ type }) => type))].sort()
  const withQuality = new Set(items.filter((x) => x.quality !== undefined).map(({ type }) => type))
  const slots = layOut(types, withQuality)
  const candidates = prepare(observations, slots).filter((list) =>
    list.some(({ label }) => label !== undefined),
  )
  const trained = train(candidates, slots)
  return {
    ...modelOf(trained, slots, sourceSpreads(candidates, trained)),
    version,
    widthFactor: stored(widthFactor(candidates, slots, trained)),
    calibration: { by: 'labels', labels: labelled.length },
  }
}

type Fitted = Omit<LearnedModel, 'version' | 'widthFactor' | 'calibration'>

function modelOf(
  { fit, shapes }: Trained,
  slots: readonly TypeSlot[],
  spreads: ReadonlyMap<string, number>,
): Fitted {
  const theta = Array.from(fit.parameters, stored)
  // The intercepts of single types come last and are used in the fit only.
  const width = theta.length - slots.length
  const values: number[] = []
  for (let i = 0; i < width; i += 1) {
    for (let j = 0; j <= i; j += 1) values.push(stored(fit.covariance[i * theta.length + j]!))
  }
  const levelsAt = (at: number): number[] => theta.slice(at, at + INTERNAL_TERM_COUNT)
  /** More of a similarity is never worse evidence, by its definition; labels may say so by chance. */
  const levelsOf = ({ type, at }: TypeSlot): number[] => {
    const levels = levelsAt(at)
    if (typePreset(type).kind !== 'similarity') return levels
    const precisions = levels.map((_, i) => 1 / fit.covariance[(at + i) * (theta.length + 1)]!)
    return monotoneLevels(levels, precisions).map(stored)
  }
  return {
    priorLogOdds: theta[0]!,
    noneLogOdds: theta[1]!,
    noneByLogCount: theta[COMMON_PARAMETERS - 1]!,
    types: Object.fromEntries(
      slots.map((slot) => [
        slot.type,
        {
          ...shapes.get(slot.type)!,
          levels: levelsOf(slot),
          qualityLevels: slot.hasQuality ? levelsAt(slot.at + INTERNAL_TERM_COUNT) : [],
          sourceSpread: stored(spreads.get(slot.type) ?? DEFAULT_SOURCE_SPREAD),
        },
      ]),
    ),
    covariance: { types: slots.map(({ type }) => type), values },
  }
}
