import { type Granularity, internalTerms, type TermSet } from '../fuzzy/term-sets.ts'
import { readValue, type TypeReading } from '../fuzzy/type-reading.ts'
import type { CombinationParameters } from './combine.ts'
import { uncertaintyWeight } from './decay.ts'
import { combinationOf, type LearnedModel } from './learned-model.ts'
import { type LikelihoodTable, likelihoodTable, logLikelihoodRatio } from './likelihood-table.ts'

/** Tables and parameters to read items of one type. Created once per request. */
export interface TypeModel {
  readonly parameters: CombinationParameters
  readonly reading: TypeReading
  readonly table: LikelihoodTable
  readonly terms: TermSet
  readonly qualityTable: LikelihoodTable | undefined
}

/** Creates the tables and parameters of one evidence type from a learned model. */
export function typeModel(
  model: LearnedModel,
  type: string,
  reading: TypeReading,
  granularity: Granularity = 9,
): TypeModel {
  const quality = model.qualityTables[type]
  return {
    parameters: combinationOf(model, type),
    reading,
    table: likelihoodTable(model.tables[type], granularity),
    terms: internalTerms[reading.family][granularity],
    qualityTable: quality === undefined ? undefined : likelihoodTable(quality),
  }
}

/** λ of one item, after v(s) but before decay and type weight, with its variance. */
export interface ItemEvidence {
  readonly lambda: number
  readonly variance: number
}

const QUALITY_TERMS = internalTerms.triangular[9]

/**
 * Returns v(s)·(λ + neutral shift + κ·λ_quality) with λ = log(Σ μ_t P(t|H) / Σ μ_t P(t|¬H)), and v² times its
 * variance from item noise and table uncertainty. An item with uncertainty 1 gives exactly 0.
 */
export function itemEvidence(
  type: TypeModel,
  value: number,
  uncertainty: number,
  quality: number | undefined,
): ItemEvidence {
  const read = readValue(type.reading, value, uncertainty)
  const v = uncertaintyWeight(uncertainty)
  if (v === 0) return { lambda: 0, variance: 0 }
  const ratio = logLikelihoodRatio(type.table, type.terms, read.value, read.uncertainty)
  let lambda = ratio.value + type.parameters.neutralShift
  if (quality !== undefined && type.qualityTable !== undefined && type.parameters.qualityWeight > 0) {
    const extra = logLikelihoodRatio(type.qualityTable, QUALITY_TERMS, quality, 0)
    lambda += type.parameters.qualityWeight * extra.value
  }
  return { lambda: v * lambda, variance: v * v * (ratio.noiseVariance + ratio.tableVariance) }
}
