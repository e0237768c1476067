import { AssayError, orThrow } from '@assay/audio-client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { service } from '../../service.ts'
import { TEXT as COMMON } from '../../text.ts'
import { TEXT } from './text.ts'

/** Requests at the same time. */
const AT_ONCE = 4

interface Outcome {
  readonly done: number
  readonly failed: number
  /** Message of the first failure. */
  readonly message: string
}

/** Does the same with every track, a few at a time. One that fails does not stop the others. */
async function withEach(
  ids: readonly string[],
  act: (id: string) => Promise<unknown>,
  onProgress: (done: number) => void,
): Promise<Outcome> {
  let [next, done, failed, message] = [0, 0, 0, '']
  const work = async () => {
    for (let id = ids[next++]; id !== undefined; id = ids[next++]) {
      try {
        await act(id)
        done += 1
      } catch (error) {
        // A missing or wrong key stops everything: the frame asks for it.
        if (error instanceof AssayError && error.status === 401) throw error
        failed += 1
        message ||= error instanceof AssayError ? error.message : COMMON.offlineTitle
      }
      onProgress(done + failed)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { done, failed, message }
}

const ACTIONS = {
  remove: (id: string) => orThrow(service().DELETE('/api/v1/tracks/{id}', { params: { path: { id } } })),
  again: (id: string) =>
    orThrow(service().POST('/api/v1/tracks/{id}/analysis', { params: { path: { id } } })),
}
type Action = keyof typeof ACTIONS

/** What can be done with the selected tracks. */
export function BulkActions({
  selected,
  onDone,
}: {
  /** Identifier → title. */
  selected: ReadonlyMap<string, string>
  onDone: () => void
}) {
  const queries = useQueryClient()
  const [asks, setAsks] = useState(false)
  const [progress, setProgress] = useState(0)
  const ids = [...selected.keys()]
  const work = useMutation({
    mutationFn: async (action: Action) => {
      setAsks(false)
      setProgress(0)
      return { action, all: ids.length, ...(await withEach(ids, ACTIONS[action], setProgress)) }
    },
    onSettled: () => {
      onDone()
      void queries.invalidateQueries({ queryKey: ['tracks'] })
    },
  })
  const outcome = work.data
  return (
    <div className="bulk" role="status">
      {work.isPending ? (
        <>
          <span>{TEXT.working(progress, ids.length)}</span>
          <progress value={progress} max={ids.length} aria-label={TEXT.working(progress, ids.length)} />
        </>
      ) : asks ? (
        <>
          <strong>{TEXT.removeTitle(ids.length)}</strong>
          <span className="small long">
            {TEXT.removeNames([...selected.values()])} {TEXT.removeText}
          </span>
          <button type="button" className="danger" onClick={() => work.mutate('remove')}>
            {TEXT.remove}
          </button>
          <button type="button" onClick={() => setAsks(false)}>
            {TEXT.keep}
          </button>
        </>
      ) : ids.length > 0 ? (
        <>
          <strong>{TEXT.selected(ids.length)}</strong>
          {ids.length === 1 ? (
            <Link to="/search" search={{ mode: 'like', like: ids[0]! }} className="button">
              {TEXT.similarToOne}
            </Link>
          ) : null}
          {ids.length === 2 ? (
            <Link to="/search" search={{ mode: 'path', from: ids[0]!, to: ids[1]! }} className="button">
              {TEXT.path}
            </Link>
          ) : null}
          <button type="button" onClick={() => work.mutate('again')}>
            {TEXT.again}
          </button>
          <button type="button" onClick={() => setAsks(true)}>
            {TEXT.remove}
          </button>
          <button type="button" className="plain" onClick={onDone}>
            {TEXT.unselect}
          </button>
        </>
      ) : outcome ? (
        <span className="small">
          {outcome.action === 'remove' ? TEXT.removed(outcome.done) : TEXT.started(outcome.done)}{' '}
          {outcome.failed > 0 ? TEXT.someFailed(outcome.failed, outcome.message) : null}{' '}
          {outcome.action === 'again' ? <Link to="/jobs">{TEXT.toJobs}</Link> : null}
        </span>
      ) : null}
    </div>
  )
}
