import { AssayError, orThrow } from '@assay/evidence-client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Failure } from '../../failure.tsx'
import { service } from '../../service.ts'
import { FaultTable, NoteList } from './fault-table.tsx'
import { TEXT } from './text.ts'

const ended = (status: string | undefined) => status === 'completed' || status === 'failed'

/** Follows an import until it ends; a lost connection is tried again. */
const useImport = (id: string) =>
  useQuery({
    queryKey: ['import', id],
    queryFn: () => orThrow(service.GET('/v1/imports/{import_id}', { params: { path: { import_id: id } } })),
    refetchInterval: ({ state }) => (ended(state.data?.status) || isFinal(state.error) ? false : 500),
  })

const isFinal = (error: Error | null) => error instanceof AssayError && error.status < 500

/** The live progress of one import, and what could not be read. */
export function ImportProgress({ id, onHide }: { id: string; onHide: () => void }) {
  const { data, error, refetch } = useImport(id)
  const queries = useQueryClient()
  const status = data?.status
  useEffect(() => {
    if (!ended(status)) return
    void queries.invalidateQueries({ queryKey: ['runs'] })
    void queries.invalidateQueries({ queryKey: ['observations'] })
  }, [status, queries])
  if (error && isFinal(error)) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <div className="skeleton" role="status" aria-label={TEXT.imports.status.queued} />
  return (
    <article className="panel stack" data-import={id} data-status={data.status}>
      <div className="row drawer-head">
        <h3>
          {data.layout.replaceAll('_', ' ')} · {TEXT.imports.status[data.status]}
        </h3>
        {ended(data.status) ? (
          <button type="button" className="plain" onClick={onHide}>
            {TEXT.imports.hide}
          </button>
        ) : null}
      </div>
      {ended(data.status) ? null : (
        <progress value={data.progress} max={1} aria-label={TEXT.imports.status[data.status]} />
      )}
      {error ? <p className="notice">{TEXT.imports.lost}</p> : null}
      {data.failure === null ? (
        <p role="status">{TEXT.imports.progress(data.items_read, data.items_added)}</p>
      ) : (
        <p className="notice" role="alert">
          {data.failure}
        </p>
      )}
      {data.error_count > 0 ? (
        <details>
          <summary>{TEXT.imports.faulty(data.error_count)}</summary>
          <FaultTable label={TEXT.imports.faulty(data.error_count)} errors={data.errors} />
        </details>
      ) : null}
      {data.status === 'completed' && data.error_count === 0 ? (
        <p className="small soft">{TEXT.imports.noFaults}</p>
      ) : null}
      {data.notes.length > 0 ? (
        <details>
          <summary>{TEXT.understood.notes(data.notes.length)}</summary>
          <NoteList notes={data.notes} />
        </details>
      ) : null}
      {data.status === 'completed' && data.run_id !== null ? (
        <div className="row">
          <Link to="/runs/$run" params={{ run: data.run_id }} className="button main">
            {TEXT.imports.open}
          </Link>
        </div>
      ) : null}
    </article>
  )
}
