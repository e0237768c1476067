import { orThrow } from '@assay/audio-client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { Failure } from '../../failure.tsx'
import { service } from '../../service.ts'
import { TEXT as COMMON } from '../../text.ts'
import type { SearchAnswer } from '../wire.ts'
import { HitList } from './hit-list.tsx'
import { Nothing } from './nothing.tsx'
import { TEXT } from './text.ts'

const HITS = 20

const Words = ({ label, words }: { label: string; words: readonly string[] }) =>
  words.length === 0 ? null : (
    <div className="heard">
      <dt>{label}</dt>
      {words.map((word) => (
        <dd key={word} className="tag">
          {word}
        </dd>
      ))}
    </div>
  )

/** What was understood in the words, what became a filter, and what no sound says. */
function Reading({ answer }: { answer: SearchAnswer }) {
  const { understood, filtered, not_heard } = answer
  return (
    <div className="stack reading">
      <dl>
        <Words label={TEXT.words.understood} words={understood} />
        <Words label={TEXT.words.filtered} words={filtered} />
      </dl>
      {understood.length === 0 && filtered.length === 0 ? (
        <p className="small soft">{TEXT.words.nothingUnderstood}</p>
      ) : null}
      {not_heard.length > 0 ? (
        <p className="notice">
          <strong>{TEXT.words.notHeard}:</strong> {not_heard.join(', ')}. {TEXT.words.notHeardText}
        </p>
      ) : null}
    </div>
  )
}

/** Search by a description of a feeling. */
export function ByWords({ query, onQuery }: { query: string; onQuery: (query: string) => void }) {
  const id = useId()
  const [text, setText] = useState(query)
  // The back button changes the question.
  useEffect(() => setText(query), [query])
  const found = useQuery({
    queryKey: ['tracks', 'words', query],
    queryFn: ({ signal }) =>
      orThrow(service().POST('/api/v1/semantic/search', { body: { query, top_k: HITS }, signal })),
    enabled: query !== '',
  })
  return (
    <>
      <form
        className="panel stack"
        onSubmit={(event) => {
          event.preventDefault()
          onQuery(text.trim())
        }}
      >
        <div className="field">
          <label htmlFor={id}>{TEXT.words.label}</label>
          <div className="ask">
            <input
              id={id}
              type="search"
              autoComplete="off"
              maxLength={2000}
              value={text}
              aria-describedby={`${id}-hint`}
              onChange={({ target }) => setText(target.value)}
            />
            <button type="submit" className="main" disabled={text.trim() === ''}>
              {TEXT.words.go}
            </button>
          </div>
          <span id={`${id}-hint`} className="field-hint">
            {TEXT.words.hint}
          </span>
        </div>
        <div className="row small">
          <span className="soft">{TEXT.words.try}</span>
          {TEXT.words.examples.map((example) => (
            <button key={example} type="button" className="plain" onClick={() => onQuery(example)}>
              {example}
            </button>
          ))}
        </div>
      </form>
      {found.error ? <Failure error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isLoading ? (
        <div className="skeleton chart-skeleton" role="status" aria-label={COMMON.loading} />
      ) : null}
      {found.data ? (
        <>
          <Reading answer={found.data} />
          {found.data.results.length > 0 ? (
            <HitList hits={found.data.results} />
          ) : (
            <Nothing text={TEXT.nothing} />
          )}
        </>
      ) : null}
    </>
  )
}
