import { orThrow } from '@assay/query-client'
import { readNumber } from '@assay/ui/format'
import { useQuery } from '@tanstack/react-query'
import { service } from '../../service.ts'
import type { GrowthSearch } from './child.ts'

/** Height that the heights of the parents let expect, with its range, in cm. */
export type Target = {
  readonly value: number
  readonly low: number
  readonly high: number
  readonly source: string
}

const METRIC = 'mid_parental_height'

/** Asks the service for the target height. */
export function useTarget({ sex, mother, father }: GrowthSearch): {
  target: Target | undefined
  error: Error | null
} {
  const heights = [readNumber(mother ?? ''), readNumber(father ?? '')]
  const parameters = { sex, mother_height_cm: heights[0], father_height_cm: heights[1] }
  const { data, error } = useQuery({
    queryKey: ['target', parameters],
    enabled: sex !== undefined && heights.every((height) => height !== undefined),
    queryFn: () =>
      orThrow(service().POST('/metrics', { body: { parameters, options: { metrics: [METRIC] } } })),
  })
  const value = data?.data[METRIC]
  const detail = data?.metadata.metrics[METRIC]
  const [low, high] = detail?.interval ?? []
  if (value === undefined || !detail || low === undefined || high === undefined)
    return { target: undefined, error }
  const { authors, year } = detail.citation
  return { target: { value, low, high, source: `${authors.split(',')[0]} ${year}` }, error }
}
