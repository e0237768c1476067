import { FileDrop } from '@assay/ui/file-drop'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure } from '../../failure.tsx'
import { type SurveyTables, service } from '../../service.ts'
import { TEXT } from '../../text.ts'
import { exampleSurvey } from './example.ts'
import { SurveyResult } from './survey-result.tsx'

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
  const analyse = (chosen: File, map: Readonly<Record<string, string>> = {}) => {
    setFile(chosen)
    setColumns(map)
    survey.mutate({ chosen, map })
  }
  const download = async (output: 'tables' | 'report' | 'rows') => {
    if (!file) return
    const table = { table: file, format: formatOf(file), ...mapped(columns) }
    const content =
      output === 'rows'
        ? await new Response(await service().batchRows(table)).blob()
        : new Blob([await service().batchText(table, output)], {
            type: output === 'report' ? 'text/html' : 'text/csv',
          })
    const link = document.createElement('a')
    link.href = URL.createObjectURL(content)
    link.download = `${file.name.replace(/\.[^.]*$/, '')}-${output}.${output === 'report' ? 'html' : 'csv'}`
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  }
  return (
    <div className="stack wide">
      <div className="stack">
        <h1>{TEXT.survey.title}</h1>
        <p className="soft">{TEXT.survey.lead}</p>
      </div>
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
      <section className="stack wide" aria-live="polite" aria-busy={survey.isPending}>
        {survey.isPending ? (
          <div className="stack">
            <p>{TEXT.survey.working(file?.name ?? '')}</p>
            <progress aria-label={TEXT.survey.working(file?.name ?? '')} />
          </div>
        ) : null}
        {survey.error && file ? (
          <Failure error={survey.error} onRetry={() => analyse(file, columns)} />
        ) : null}
        {survey.data && file && !survey.isPending ? (
          <SurveyResult
            survey={survey.data}
            name={file.name}
            onMap={(column, name) => analyse(file, { ...columns, [column]: name })}
            onDownload={(output) => void download(output)}
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
