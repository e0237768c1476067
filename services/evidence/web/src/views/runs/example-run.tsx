import { orThrow } from '@assay/evidence-client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Failure } from '../../failure.tsx'
import { service } from '../../service.ts'
import { TEXT } from './text.ts'

/** Id of the run that the service generates. */
export const EXAMPLE_RUN = 'example'

/** Fills the organization with the example run and opens it. */
export function TryExample() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const load = useMutation({
    mutationFn: async () => {
      const loaded = await orThrow(service.POST('/v1/example-run'))
      // On a slow machine the service answers before its files are read.
      for (const id of loaded.status === 'completed' ? [] : loaded.import_ids)
        for await (const _ of service.importStates(id));
      return loaded
    },
    onSuccess: async ({ run_id }) => {
      await queries.invalidateQueries({ queryKey: ['runs'] })
      await navigate({ to: '/runs/$run', params: { run: run_id } })
    },
  })
  return (
    <>
      <button type="button" disabled={load.isPending} onClick={() => load.mutate()}>
        {load.isPending ? TEXT.exampleLoading : TEXT.example}
      </button>
      {load.error ? <Failure error={load.error} onRetry={() => load.mutate()} /> : null}
    </>
  )
}

/** Removes the example run whole. */
export function RemoveExample() {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => orThrow(service.DELETE('/v1/example-run')),
    onSuccess: () => queries.invalidateQueries(),
  })
  return (
    <div className="stack">
      <div className="row">
        <button type="button" className="plain" disabled={remove.isPending} onClick={() => remove.mutate()}>
          {TEXT.removeExample}
        </button>
        <span className="small soft">{TEXT.exampleHint}</span>
      </div>
      {remove.error ? <Failure error={remove.error} onRetry={() => remove.mutate()} /> : null}
    </div>
  )
}
