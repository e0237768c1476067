/** A change of a result that must not pass while its version stands still. */
export interface ResultPlant {
  readonly service: string
  /** Name of the constant that the test must ask to raise. */
  readonly version: string
  /** Text of one file below `src/`, wherever it lies, and what it becomes. */
  readonly find: string
  readonly replace: string
}

/** One change for every version of a result. */
export const RESULT_PLANTS: readonly ResultPlant[] = [
  {
    service: 'query',
    version: 'MODEL_VERSION',
    find: '10 * weightKg + 6.25 * heightCm',
    replace: '10 * weightKg + 6.26 * heightCm',
  },
  {
    service: 'query',
    version: 'FORMAT_VERSION',
    find: 'const rounded = value.toFixed(card.decimals)',
    replace: 'const rounded = value.toFixed(card.decimals + 1)',
  },
  {
    service: 'evidence',
    version: 'ALGORITHM_VERSION',
    find: 'normalQuantile((i + 0.5) / 64)',
    replace: 'normalQuantile((i + 0.4) / 64)',
  },
  {
    service: 'audio',
    version: 'ENGINE_VERSION',
    find: 'const METRICAL_WEIGHT = 0.7',
    replace: 'const METRICAL_WEIGHT = 0.4',
  },
  {
    service: 'audio',
    version: 'SEARCH_MODEL_VERSION',
    find: 'const LENGTH_SCALE = 8',
    replace: 'const LENGTH_SCALE = 9',
  },
]
