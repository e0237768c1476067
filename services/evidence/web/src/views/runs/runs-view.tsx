import { FileDrop } from '@assay/ui/file-drop'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { Failure } from '../../failure.tsx'
import { useMay } from '../../session.ts'
import { EXAMPLE_RUN, RemoveExample, TryExample } from './example-run.tsx'
import { ImportProgress } from './import-progress.tsx'
import { type ChosenFile, NewImport } from './new-import.tsx'
import { RunList } from './run-list.tsx'
import { TEXT } from './text.ts'
import { useRuns } from './use-runs.ts'

const route = getRouteApi('/runs')
let counted = 0
const isSame = (a: File, b: File) =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified
const idsOf = (imports: string): readonly string[] => imports.split(',').filter(Boolean)

/** The runs of the organization and the way in: files, how they were understood, their import. */
export function RunsView(): ReactNode {
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const { runs, error, refetch, hasNextPage, fetchNextPage } = useRuns()
  const { imports = '' } = route.useSearch()
  const navigate = useNavigate({ from: '/runs' })
  const writes = useMay('researcher')
  const followed = idsOf(imports)
  // Several imports may start before the address has changed once.
  const latest = useRef(followed)
  const follow = (change: (ids: readonly string[]) => readonly string[]) => {
    latest.current = change(latest.current)
    void navigate({ search: { imports: latest.current.join(',') }, replace: true })
  }
  const choose = (chosen: readonly File[]) =>
    setFiles((now) => [
      ...now,
      ...chosen
        // A file that is dropped again is the same file.
        .filter((file) => !now.some((one) => isSame(one.file, file)))
        .map((file) => {
          counted += 1
          return { id: `${counted} ${file.name}`, file }
        }),
    ])
  const hasExample = runs?.some(({ run_id }) => run_id === EXAMPLE_RUN)
  return (
    <div className="stack wide">
      <div className="stack">
        <h1>{TEXT.title}</h1>
        <p className="soft">{TEXT.lead}</p>
        {writes ? null : <p className="notice">{TEXT.viewerNote}</p>}
      </div>
      {writes ? (
        <FileDrop
          label={TEXT.drop}
          button={TEXT.choose}
          accept=".tsv,.csv,.txt,.tab,.xls,.mztab,.json,.ndjson,.jsonl,.msdial,.fgt,.sfd,.gz"
          onFiles={choose}
        >
          {hasExample ? null : <TryExample />}
        </FileDrop>
      ) : null}
      {files.length > 0 ? (
        <NewImport
          files={files}
          runs={runs ?? []}
          onRemove={(ids) => setFiles((now) => now.filter(({ id }) => !ids.includes(id)))}
          onStarted={(started) => follow((ids) => [...ids, ...started.map((one) => one.import_id)])}
        />
      ) : null}
      {followed.length > 0 ? (
        <section className="stack" aria-labelledby="imports">
          <h2 id="imports">{TEXT.imports.title}</h2>
          {followed.map((id) => (
            <ImportProgress
              key={id}
              id={id}
              onHide={() => follow((ids) => ids.filter((one) => one !== id))}
            />
          ))}
        </section>
      ) : null}
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {!runs && !error ? (
        <div className="skeleton run-skeleton" role="status" aria-label={TEXT.list.title} />
      ) : null}
      {runs?.length === 0 && followed.length === 0 && files.length === 0 ? (
        <div className="panel stack empty">
          <h2>{TEXT.list.emptyTitle}</h2>
          <p className="soft">{writes ? TEXT.list.empty : TEXT.list.emptyViewer}</p>
        </div>
      ) : null}
      {runs && runs.length > 0 ? (
        <RunList runs={runs}>
          {hasNextPage ? (
            <button type="button" onClick={() => void fetchNextPage()}>
              {TEXT.list.more}
            </button>
          ) : null}
          {hasExample && writes ? <RemoveExample /> : null}
        </RunList>
      ) : null}
    </div>
  )
}
