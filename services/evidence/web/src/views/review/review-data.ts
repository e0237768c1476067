import { type components, orThrow } from '@assay/evidence-client'
import { queryOptions } from '@tanstack/react-query'
import { service } from '../../service.ts'

type Schemas = components['schemas']
export type ReviewCase = Schemas['ReviewCase']
export type Refit = Schemas['Refit']
export type CalibrationReport = Schemas['CalibrationReport']
export type Answer = 'yes' | 'no' | 'unsure'

/** Cases that are asked for at once. */
const BATCH = 30
/** Answers after which the comparison is made again. */
export const COMPARE_EVERY = 10

/** Name of a case among others. */
export const keyOf = ({ run_id, observation_id, molecule_id }: ReviewCase): string =>
  JSON.stringify([run_id, observation_id, molecule_id])

/** The next cases to label, without those that the reader has passed over. */
export async function nextCases(run: string | undefined, passed: ReadonlySet<string>): Promise<ReviewCase[]> {
  const limit = Math.min(200, BATCH + passed.size)
  const query = { limit, ...(run ? { run_id: run } : {}) }
  const { cases } = await orThrow(service.GET('/v1/review', { params: { query } }))
  return cases.filter((one) => !passed.has(keyOf(one))).slice(0, BATCH)
}

/** Stores one answer. A later answer about the same case replaces it. */
export const sendLabel = ({ run_id, observation_id, molecule_id }: ReviewCase, correct: boolean) =>
  orThrow(
    service.POST('/v1/labels', {
      body: { labels: [{ run_id, observation_id, molecule_id, correct }] },
    }),
  )

/** What a fit to the present labels would change. */
export const refitOf = (run: string | undefined) =>
  queryOptions({
    queryKey: ['refit', run],
    queryFn: () =>
      orThrow(
        service.GET('/v1/calibration/refit', {
          params: { query: { confidence_threshold: 0.9, ...(run ? { run_id: run } : {}) } },
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Fits a model to all labels, which is used from then on. */
export const fitModel = () => orThrow(service.POST('/v1/calibration/fit'))
