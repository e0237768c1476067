import { AssayError, type components, orThrow } from '@assay/evidence-client'
import { queryOptions } from '@tanstack/react-query'
import { service } from '../../service.ts'

type Schemas = components['schemas']
export type Explanation = Schemas['Explanation']
export type ExplainedItem = Schemas['ExplainedItem']
export type Observation = Schemas['Observation']

/** Candidate of an observation, now or at a past time. */
export interface Wanted {
  readonly run: string
  readonly observation: string
  readonly candidate?: string | undefined
  readonly asOf?: string | undefined
}

const queryOf = ({ run, candidate, asOf }: Wanted) => ({
  run_id: run,
  ...(candidate ? { candidate } : {}),
  ...(asOf ? { as_of: asOf } : {}),
})

/** Everything behind the probability of a candidate. */
export const explanationOf = (wanted: Wanted, include_recommendations = false) =>
  queryOptions({
    queryKey: ['explanation', wanted, include_recommendations] as const,
    queryFn: () =>
      orThrow(
        service.GET('/v1/observations/{observation_id}/explanation', {
          params: {
            path: { observation_id: wanted.observation },
            query: { ...queryOf(wanted), include_recommendations },
          },
        }),
      ),
    // A service that is overloaded for a moment says so.
    retry: (failures, error) => failures < 3 && error instanceof AssayError && error.status === 503,
  })

/** Candidates of an observation, most probable first. */
export const observationOf = (wanted: Wanted) => {
  const { run_id, as_of } = queryOf(wanted) as { run_id: string; as_of?: string }
  return queryOptions({
    queryKey: ['observation', wanted.run, wanted.observation, wanted.asOf] as const,
    queryFn: () =>
      orThrow(
        service.GET('/v1/observations/{observation_id}', {
          params: {
            path: { observation_id: wanted.observation },
            query: { run_id, candidates: 20, ...(as_of ? { as_of } : {}) },
          },
        }),
      ),
  })
}

/** How the probability of a candidate changed. */
export const historyOf = ({ run, observation, candidate }: Wanted) =>
  queryOptions({
    queryKey: ['history', run, observation, candidate],
    queryFn: () =>
      orThrow(
        service.GET('/v1/observations/{observation_id}/history', {
          params: { path: { observation_id: observation }, query: queryOf({ run, observation, candidate }) },
        }),
      ),
  })

/** Name of a candidate, or its id where the file names none. */
export const nameOf = ({ name, molecule_id }: { name: string | null; molecule_id: string }): string =>
  name ?? molecule_id
