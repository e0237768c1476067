import { AssayError } from '@assay/query-client'
import { FileDrop } from '@assay/ui/file-drop'
import { saveFile } from '@assay/ui/save-file'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure } from '../../failure.tsx'
import { type SurveyTables, service } from '../../service.ts'
import { TEXT } from '../../text.ts'
import { Columns } from './columns.tsx'
import { exampleSurvey } from './example.ts'
import { type Output, SurveyResult } from './survey-result.tsx'

type Format = 'csv' | 'ndjson' | 'xlsx'

function formatOf({ name }: File): Format {
  if (/\.xlsx$/i.test(name)) return 'xlsx'
  return /\.(ndjson|jsonl)$/i.test(name) ? 'ndjson' : 'csv'
}

/** A table of children in, prevalences as WHO computes them out. The file goes to the service in one piece. */
export function SurveyView() {
  const [file, setFile] = useState<File>()
  const [columns, setColumns] = useState<Readonly<Record<string, string>>>({})
  const survey = useMutation({
    networkMode: 'always',
    mutationFn: async ({ chosen, map }: { chosen: File; map: Readonly<Record<string, string>> }) => {
      const answer = await service().batchSummary({ table: chosen, format: formatOf(chosen), ...mapped(map) })
      return (answer as { data: SurveyTables }).data
    },
  })
  const download = useMutation({ networkMode: 'always', mutationFn: (output: Output) => fetchFile(output) })
  const analyse = (chosen: File, map: Readonly<Record<string, string>> = {}) => {
    setFile(chosen)
    setColumns(map)
    download.reset()
    survey.mutate({ chosen, map })
  }
  const fetchFile = async (output: Output) => {
    if (!file) return
    const table = { table: file, format: formatOf(file), ...mapped(columns) }
    const name = `${file.name.replace(/\.[^.]*$/, '')}-${output}`
    if (output === 'rows')
      saveFile(`${name}.csv`, await new Response(await service().batchRows(table)).blob())
    else {
      const type = output === 'report' ? 'text/html' : 'text/csv'
      const text = await service().batchText(table, output)
      saveFile(`${name}.${output === 'report' ? 'html' : 'csv'}`, new Blob([text], { type }))
    }
  }
  const map = (chosen: File) => (column: string, name: string) =>
    analyse(chosen, { ...columns, [column]: name })
  const unread = unreadOf(survey.error)
  return (
    <div className="stack wide">
      <div className="stack">
        <h1>{TEXT.survey.title}</h1>
        <p className="soft no-print">{TEXT.survey.lead}</p>
      </div>
      <div className="no-print">
        <FileDrop
          label={TEXT.survey.drop}
          button={TEXT.survey.choose}
          accept=".csv,.tsv,.txt,.ndjson,.jsonl,.xlsx"
          onFile={(chosen) => analyse(chosen)}
        >
          <button type="button" onClick={() => analyse(exampleSurvey())}>
            {TEXT.measure.example}
          </button>
        </FileDrop>
      </div>
      <section className="stack wide" aria-live="polite" aria-busy={survey.isPending}>
        {survey.isPending ? (
          <div className="stack">
            <p>{TEXT.survey.working(file?.name ?? '')}</p>
            <progress aria-label={TEXT.survey.working(file?.name ?? '')} />
          </div>
        ) : null}
        {survey.error && file ? (
          <>
            <Failure error={survey.error} onRetry={() => analyse(file, columns)} />
            {unread ? <Columns {...unread} onMap={map(file)} open /> : null}
          </>
        ) : null}
        {download.error ? (
          <Failure error={download.error} onRetry={() => download.mutate(download.variables ?? 'report')} />
        ) : null}
        {survey.data?.analysed === 0 ? (
          <p className="notice" role="alert">
            {TEXT.survey.nothing(survey.data.rows, file?.name ?? '')}
          </p>
        ) : null}
        {survey.data && survey.data.rows > 0 && file && !survey.isPending ? (
          <SurveyResult
            survey={survey.data}
            name={file.name}
            onMap={map(file)}
            isMapped={Object.keys(columns).length > 0}
            onDownload={(output) => download.mutate(output)}
            waiting={download.isPending ? download.variables : undefined}
          />
        ) : null}
      </section>
    </div>
  )
}

const mapped = (map: Readonly<Record<string, string>>) => {
  const text = Object.entries(map)
    .map(([column, name]) => `${column}=${name}`)
    .join(',')
  return text === '' ? {} : { map: text }
}

/** The columns of a table that could not be used, as the refusal of the service names them. */
function unreadOf(error: Error | null) {
  const provided = error instanceof AssayError && error.field === 'table' ? Object(error.provided) : undefined
  const { columns_read: read, columns_not_read: others } = provided ?? {}
  return typeof read === 'object' && Array.isArray(others)
    ? { read: read as Readonly<Record<string, string>>, others: others.map(String) }
    : undefined
}
