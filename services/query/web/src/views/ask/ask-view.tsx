import { orThrow } from '@assay/query-client'
import { formatNumber } from '@assay/ui/format'
import { TableFrame } from '@assay/ui/table-frame'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Failure } from '../../failure.tsx'
import { type QueryAnswer, service } from '../../service.ts'
import { TEXT } from '../../text.ts'
import { useCatalogue } from '../../use-catalogue.ts'

/** A question in plain words and its answer, with everything it rests on. */
export function AskView() {
  const { q } = useSearch({ from: '/ask' })
  const navigate = useNavigate()
  const [text, setText] = useState(q ?? '')
  useEffect(() => setText(q ?? ''), [q])
  const answer = useQuery({
    queryKey: ['query', q],
    enabled: q !== undefined && q.trim() !== '',
    queryFn: ({ signal }) =>
      orThrow(service().POST('/query', { body: { query: q ?? '', options: { trace: true } }, signal })),
  })
  return (
    <div className="stack wide">
      <h1>{TEXT.ask.title}</h1>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim()) void navigate({ to: '/ask', search: { q: text.trim() } })
        }}
      >
        <div className="field">
          <label htmlFor="question">{TEXT.ask.label}</label>
          <textarea
            id="question"
            rows={3}
            maxLength={10_000}
            value={text}
            placeholder={TEXT.measure.placeholder}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey) return
              event.preventDefault()
              event.currentTarget.form?.requestSubmit()
            }}
            aria-describedby="question-hint"
          />
          <span id="question-hint" className="field-hint">
            {TEXT.ask.model}
          </span>
        </div>
        <div className="row">
          <button type="submit" className="main">
            {TEXT.ask.send}
          </button>
          {q
            ? null
            : TEXT.measure.examples.map((example) => (
                <Link key={example} to="/ask" search={{ q: example }} className="small">
                  {example}
                </Link>
              ))}
        </div>
      </form>
      <section className="stack wide" aria-live="polite" aria-busy={answer.isFetching}>
        {answer.error ? <Failure error={answer.error} onRetry={() => void answer.refetch()} /> : null}
        {answer.data ? <Answer answer={answer.data} /> : answer.isFetching ? <Waiting /> : null}
      </section>
    </div>
  )
}

const Waiting = () => <div className="panel skeleton card-skeleton" aria-hidden />

function Answer({ answer: { data, metadata } }: { answer: QueryAnswer }) {
  const extra = data as { safety?: { kind: string; message: string }; scope?: string }
  const calm = extra.safety !== undefined || extra.scope === 'out_of_scope'
  const kind = extra.safety
    ? TEXT.ask.safety
    : extra.scope === 'out_of_scope'
      ? TEXT.ask.outOfScope
      : data.abstained
        ? TEXT.ask.abstained
        : undefined
  return (
    <>
      <article className={calm ? 'panel stack calm' : 'panel stack'}>
        {kind ? <h2>{kind}</h2> : null}
        <p className="answer">{withoutSources(data.answer)}</p>
      </article>
      {calm ? null : (
        <>
          <AnsweredNumbers answer={data} />
          {data.warnings.length > 0 ? <TextList title={TEXT.ask.warnings} texts={data.warnings} /> : null}
          {data.abstained && data.missing_inputs.length > 0 ? (
            <TextList
              title={TEXT.ask.missing}
              texts={[...new Set(data.missing_inputs.slice(0, 5).map(({ label }) => label))]}
            />
          ) : null}
          {metadata.trace ? <Stages trace={metadata.trace} /> : null}
        </>
      )}
    </>
  )
}

/** Sources stand in the table below the answer. */
const withoutSources = (text: string): string => text.replaceAll(/ \[[^\]]*\d{4}[^\]]*\]/g, '')

const TextList = ({ title, texts }: { title: string; texts: readonly string[] }) => (
  <div className="notice stack">
    <h2>{title}</h2>
    <ul>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  </div>
)

function AnsweredNumbers({ answer }: { answer: QueryAnswer['data'] }) {
  const { data } = useCatalogue()
  if (answer.metrics.length === 0) return null
  const decimals = (id: string) => data?.metrics.find((metric) => metric.id === id)?.decimals ?? 2
  return (
    <div className="stack">
      <h2>{TEXT.ask.numbers}</h2>
      <TableFrame label={TEXT.ask.numbers}>
        <table className="answer-table">
          <thead>
            <tr>
              <th scope="col">{TEXT.ask.columns.metric}</th>
              <th scope="col" className="number">
                {TEXT.ask.columns.value}
              </th>
              <th scope="col">{TEXT.ask.columns.class}</th>
              <th scope="col">{TEXT.ask.columns.source}</th>
            </tr>
          </thead>
          <tbody>
            {answer.metrics.map(({ metric, person, name, value, unit, interpretation, citation }) => (
              <tr key={`${metric} ${person}`}>
                <th scope="row">
                  <Link to="/catalogue/$id" params={{ id: metric }}>
                    {name}
                  </Link>
                </th>
                <td className="number">
                  {formatNumber(value, decimals(metric))} {unit}
                </td>
                <td>{interpretation[0]?.label ?? ''}</td>
                <td>
                  {citation.authors.split(',')[0]} {citation.year}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </div>
  )
}

function Stages({ trace }: { trace: NonNullable<QueryAnswer['metadata']['trace']> }) {
  return (
    <details>
      <summary>{TEXT.ask.stages}</summary>
      <ol className="stages small">
        {trace.map(({ stage, outcome, changed, duration_ms }) => (
          <li key={stage}>
            <span>
              {stage.replaceAll('_', ' ')} <span className="soft">{outcome.replaceAll('_', ' ')}</span>
            </span>
            <span className="soft">{changed.join(', ')}</span>
            <span className="number soft">
              {formatNumber(duration_ms, 2)} {TEXT.ask.ms}
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}
