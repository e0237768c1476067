import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { Failure } from '../../failure.tsx'
import { useMay } from '../../session.ts'
import { useRuns } from '../runs/use-runs.ts'
import { Measures, RefitPanel } from './refit-panel.tsx'
import { Reliability } from './reliability.tsx'
import { ReviewCard } from './review-card.tsx'
import { type Answer, keyOf } from './review-data.ts'
import { TEXT } from './text.ts'
import { useReview } from './use-review.ts'
import './review.css'

const route = getRouteApi('/review')

/** Which run the cases come from. */
function RunChoice({ run }: { run: string | undefined }) {
  const id = useId()
  const navigate = route.useNavigate()
  const { runs } = useRuns()
  return (
    <div className="field run-choice no-print">
      <label htmlFor={id}>{TEXT.run}</label>
      <select
        id={id}
        value={run ?? ''}
        onChange={({ target }) => void navigate({ search: target.value ? { run: target.value } : {} })}
      >
        <option value="">{TEXT.allRuns}</option>
        {runs?.map((one) => (
          <option key={one.run_id} value={one.run_id}>
            {one.name ?? one.run_id}
          </option>
        ))}
        {run && runs && !runs.some(({ run_id }) => run_id === run) ? (
          <option value={run}>{run}</option>
        ) : null}
      </select>
    </div>
  )
}

const KEYS: Readonly<Record<string, Answer>> = { y: 'yes', n: 'no', u: 'unsure' }

/** Whether a key is meant for a field and not for the page. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, select, textarea, dialog') !== null

/** Listens to the keys of the review as long as it is shown. */
function useKeys(act: (key: string) => boolean) {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (latest.current(event.key.length === 1 ? event.key.toLowerCase() : event.key)) event.preventDefault()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** Yes, no or unsure about the cases that teach the model most. */
export function ReviewView() {
  const { run } = route.useSearch()
  return (
    <div className="stack">
      <h1>{TEXT.title}</h1>
      <p className="soft">{TEXT.lead}</p>
      <RunChoice run={run} />
      <Sitting key={run ?? ''} run={run} />
    </div>
  )
}

function Sitting({ run }: { run: string | undefined }) {
  const review = useReview(run)
  const writes = useMay('researcher')
  const [model, setModel] = useState(false)
  const { shown, list, at, cases, label } = review
  useKeys((key) => {
    const answer = KEYS[key]
    if (answer && shown && writes) review.answer(answer)
    else if (key === 'ArrowLeft') review.move(-1)
    else if (key === 'ArrowRight') review.move(1)
    else if (key === 'p') setModel(!model)
    else return false
    return true
  })
  const answered = shown && review.answers.get(keyOf(shown))
  return (
    <>
      {cases.error ? <Failure error={cases.error} onRetry={() => void cases.refetch()} /> : null}
      {cases.isPending ? (
        <div className="skeleton chart-skeleton" role="status" aria-label={TEXT.loading} />
      ) : null}
      {cases.data?.length === 0 ? (
        <div className="panel stack">
          <h2>{TEXT.none}</h2>
          <p>{TEXT.noneText}</p>
          <p>
            <Link to="/runs">{TEXT.toRuns}</Link>
          </p>
        </div>
      ) : null}
      {list.length > 0 ? (
        <div className="row review-bar no-print">
          <span className="number">
            {TEXT.place(Math.min(at + 1, list.length), list.length)}
            {answered ? ` · ${TEXT.answers[answered]}` : ''}
          </span>
          <progress value={at} max={list.length} aria-label={TEXT.place(at, list.length)} />
          <span className="small soft number" data-given={review.given} data-saving={label.isPending}>
            {TEXT.answered(review.given)}.{' '}
            {label.isPending ? TEXT.saving : review.unsent > 0 ? '' : TEXT.saved}
          </span>
        </div>
      ) : null}
      {label.error ? <Failure error={label.error} /> : null}
      {review.unsent > 0 && !label.isPending ? (
        <div className="notice row" role="alert">
          {TEXT.unsent(review.unsent)}
          <button type="button" onClick={review.sendAgain}>
            {TEXT.sendAgain}
          </button>
        </div>
      ) : null}
      {shown ? <ReviewCard key={keyOf(shown)} shown={shown} model={model} /> : null}
      {list.length > 0 && !shown ? (
        <div className="panel stack">
          <h2>{TEXT.batchDone}</h2>
          <div className="row">
            <button type="button" className="main" onClick={review.more}>
              {TEXT.more}
            </button>
            <button type="button" onClick={() => review.move(-1)}>
              {TEXT.back}
            </button>
          </div>
        </div>
      ) : null}
      {shown ? (
        <div className="stack no-print">
          <div className="row answers">
            <button type="button" onClick={() => review.move(-1)} disabled={at === 0}>
              ← {TEXT.back}
            </button>
            {writes ? (
              <>
                <button type="button" className="main" onClick={() => review.answer('yes')}>
                  {TEXT.yes} <kbd>Y</kbd>
                </button>
                <button type="button" className="main" onClick={() => review.answer('no')}>
                  {TEXT.no} <kbd>N</kbd>
                </button>
                <button type="button" onClick={() => review.answer('unsure')}>
                  {TEXT.unsure} <kbd>U</kbd>
                </button>
              </>
            ) : (
              <span className="soft">{TEXT.viewer}</span>
            )}
            <button type="button" onClick={() => review.move(1)}>
              {TEXT.forth} →
            </button>
            <button type="button" className="plain" aria-pressed={model} onClick={() => setModel(!model)}>
              {model ? TEXT.hideModel : TEXT.showModel}
            </button>
          </div>
          <p className="small soft">{TEXT.keys}</p>
        </div>
      ) : null}
      <Progress review={review} />
    </>
  )
}

/** How reliable the model is on the labels so far, and what a fit would change. */
function Progress({ review: { refit, given } }: { review: ReturnType<typeof useReview> }) {
  const found = refit.data
  return (
    <section className="stack" aria-busy={refit.isFetching} data-compared={found?.labels ?? 0}>
      <div className="row review-bar">
        <h2>{TEXT.progress.title}</h2>
        {given > 0 || (found && found.labels > 0) ? (
          <button type="button" disabled={refit.isFetching} onClick={() => void refit.refetch()}>
            {TEXT.progress.refresh}
          </button>
        ) : null}
      </div>
      {found && found.labels > 0 ? (
        <>
          <p className="number">{TEXT.progress.lead(found.labels, found.positives)}</p>
          <div className="pair results">
            <Reliability
              unseen={found.unseen}
              crossValidated={found.cross_validated}
              modelVersion={found.model_version}
            />
            <div className="stack">
              <RefitPanel refit={found} />
              <Measures refit={found} />
            </div>
          </div>
        </>
      ) : (
        <p className="soft">{TEXT.progress.wait}</p>
      )}
    </section>
  )
}
