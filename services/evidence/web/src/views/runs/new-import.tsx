import { SelectField, TextField } from '@assay/ui/field'
import { useMutation, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure } from '../../failure.tsx'
import type { ImportState, Run } from '../../service.ts'
import { TEXT as COMMON } from '../../text.ts'
import { TEXT } from './text.ts'
import { UnderstoodFile } from './understood-file.tsx'
import { commonName, newRunId, understand, upload } from './upload.ts'

/** A chosen file with an id of its own, so that two files of one name are two. */
export type ChosenFile = { readonly id: string; readonly file: File }

const NEW = ''

/** Files before they are imported: how each was understood, and which run they go to. Nothing is kept before the button. */
export function NewImport({
  files,
  runs,
  onRemove,
  onStarted,
}: {
  files: readonly ChosenFile[]
  runs: readonly Run[]
  onRemove: (ids: readonly string[]) => void
  onStarted: (imports: readonly ImportState[]) => void
}) {
  const [typedName, setTypedName] = useState<string>()
  const [into, setInto] = useState(NEW)
  const name = typedName ?? commonName(files.map(({ file }) => file.name))
  const understandings = useQueries({
    queries: files.map(({ id, file }) => ({
      queryKey: ['understanding', id],
      queryFn: () => understand(file),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  const useful = files.filter((_, i) => understandings[i]?.data?.empty_because === null)
  const reading = understandings.some(({ isPending }) => isPending)
  const start = useMutation({
    mutationFn: async () => {
      const title = name.trim().slice(0, 200)
      const run = into === NEW ? { id: newRunId(title), ...(title ? { name: title } : {}) } : { id: into }
      const started: ImportState[] = []
      for (const { id, file } of useful) {
        started.push(await upload(file, run))
        // Should the next file fail, this one is not sent twice.
        onStarted(started.splice(0))
        onRemove([id])
      }
    },
  })
  return (
    <section className="stack" aria-labelledby="understood">
      <h2 id="understood">{TEXT.understood.title}</h2>
      <p className="soft">{TEXT.understood.lead}</p>
      {files.map(({ id, file }, i) => (
        <UnderstoodFile
          key={id}
          understanding={understandings[i]!}
          file={file}
          onRemove={() => onRemove([id])}
        />
      ))}
      <form
        className="panel import-form"
        onSubmit={(event) => {
          event.preventDefault()
          start.mutate()
        }}
      >
        <SelectField
          label={TEXT.understood.into}
          value={into}
          onChange={setInto}
          options={[
            [NEW, TEXT.understood.newRun],
            ...runs.map((run) => [run.run_id, run.name ?? run.run_id] as const),
          ]}
        />
        {into === NEW ? (
          <TextField label={TEXT.understood.runName} value={name} onChange={setTypedName} maxLength={200} />
        ) : null}
        <div className="row import-buttons">
          <button type="button" onClick={() => onRemove(files.map(({ id }) => id))}>
            {COMMON.cancel}
          </button>
          <button type="submit" className="main" disabled={reading || useful.length === 0 || start.isPending}>
            {start.isPending ? TEXT.understood.sending : TEXT.understood.import(Math.max(1, useful.length))}
          </button>
        </div>
        {!reading && useful.length === 0 ? <p className="small">{TEXT.understood.nothing}</p> : null}
        {start.error ? <Failure error={start.error} onRetry={() => start.mutate()} /> : null}
      </form>
    </section>
  )
}
