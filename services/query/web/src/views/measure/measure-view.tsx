import { AssayError, orThrow } from '@assay/query-client'
import { capital } from '@assay/ui/format'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { Failure } from '../../failure.tsx'
import { isAt } from '../../field-issue.ts'
import { type MetricsAnswer, service } from '../../service.ts'
import { TEXT } from '../../text.ts'
import { useCatalogue } from '../../use-catalogue.ts'
import { MeasureForm } from './measure-form.tsx'
import { EXAMPLE, isEmpty, type Measures, parametersOf } from './measures.ts'
import { ResultList } from './result-list.tsx'
import { unlocksOf } from './results.ts'

/** Measurements in, numbers with their meaning out, while typing. */
export function MeasureView() {
  const measures = useSearch({ from: '/' })
  const navigate = useNavigate()
  const change = useCallback(
    (next: Measures) => void navigate({ to: '/', search: next, replace: true }),
    [navigate],
  )
  const numbers = useNumbers(measures)
  return (
    <div className="stack wide">
      <div className="stack">
        <h1>{TEXT.measure.title}</h1>
        <p className="soft">{TEXT.measure.lead}</p>
      </div>
      <QuestionBox />
      <div className="measure">
        <MeasureForm measures={measures} onChange={change} error={numbers.answer.error} />
        <Results measures={measures} numbers={numbers} onExample={() => change(EXAMPLE)} />
      </div>
    </div>
  )
}

function QuestionBox() {
  const [question, setQuestion] = useState('')
  const navigate = useNavigate()
  const ask = (q: string) => void navigate({ to: '/ask', search: { q } })
  return (
    <form
      className="stack question"
      onSubmit={(event) => {
        event.preventDefault()
        if (question.trim()) ask(question.trim())
      }}
    >
      <div className="row question-row">
        <label className="hidden" htmlFor="question">
          {TEXT.measure.question}
        </label>
        <input
          id="question"
          className="search-box"
          value={question}
          placeholder={TEXT.measure.placeholder}
          maxLength={10_000}
          onChange={({ target }) => setQuestion(target.value)}
        />
        <button type="submit" className="main">
          {TEXT.measure.ask}
        </button>
      </div>
      <div className="row">
        {TEXT.measure.examples.map((example) => (
          <button key={example} type="button" className="plain small example" onClick={() => ask(example)}>
            {example}
          </button>
        ))}
      </div>
    </form>
  )
}

/** Asks for the numbers of what was typed, and remembers the last ones while a value cannot be used. */
function useNumbers(measures: Measures) {
  const parameters = JSON.stringify(parametersOf(measures))
  const [last, setLast] = useState<MetricsAnswer>()
  const answer = useQuery({
    queryKey: ['metrics', parameters],
    enabled: !isEmpty(measures),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    queryFn: ({ signal }) =>
      orThrow(service().POST('/metrics', { body: { parameters: JSON.parse(parameters) }, signal })),
  })
  if (answer.data && answer.data !== last) setLast(answer.data)
  return { answer, last }
}

function Results({
  measures,
  numbers: { answer, last },
  onExample,
}: {
  measures: Measures
  numbers: ReturnType<typeof useNumbers>
  onExample: () => void
}) {
  const catalogue = useCatalogue()
  if (isEmpty(measures) || tooLittle(answer.error))
    return (
      <div className="panel stack empty">
        <p className="soft">{TEXT.measure.empty}</p>
        <button type="button" className="main" onClick={onExample}>
          {TEXT.measure.example}
        </button>
      </div>
    )
  const names = catalogue.data?.parameters.map(({ name }) => name) ?? []
  const atField = isAt(answer.error, names)
  const error = atField ? catalogue.error : (answer.error ?? catalogue.error)
  const shown = answer.data ?? (answer.error ? last : undefined)
  return (
    <section className="stack wide" aria-live="polite" aria-busy={answer.isFetching}>
      {error ? (
        <Failure
          error={error}
          onRetry={() => {
            void catalogue.refetch()
            void answer.refetch()
          }}
        />
      ) : null}
      {atField ? <p className="notice">{shown ? TEXT.measure.before : TEXT.measure.correct}</p> : null}
      {shown && catalogue.data ? (
        <div className={answer.error ? 'stack wide stale' : 'stack wide'}>
          <ResultList answer={shown} metrics={catalogue.data.metrics} sex={measures.sex} />
          <Unlocks
            items={unlocksOf(shown)
              .slice(0, 4)
              .map(({ parameter, count }) => ({
                label: catalogue.data.parameters.find(({ name }) => name === parameter)?.label ?? parameter,
                count,
              }))}
          />
        </div>
      ) : error || atField ? null : (
        <div className="grid" aria-hidden>
          {[0, 1, 2, 3, 4, 5].map((i) => (
            <div key={i} className="card skeleton card-skeleton" />
          ))}
        </div>
      )}
    </section>
  )
}

/** The service needs more before it can compute anything: nothing is wrong yet. */
const tooLittle = (error: Error | null): boolean =>
  error instanceof AssayError && error.status === 422 && error.field === 'parameters'

function Unlocks({ items }: { items: readonly { label: string; count: number }[] }) {
  if (items.length === 0) return null
  return (
    <div className="notice stack">
      <h2>{TEXT.measure.unlock}</h2>
      <ul>
        {items.map(({ label, count }) => (
          <li key={label}>{TEXT.measure.unlocks(capital(label), count)}</li>
        ))}
      </ul>
    </div>
  )
}
