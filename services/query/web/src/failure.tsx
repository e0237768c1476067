import { AssayError } from '@assay/query-client'
import { ErrorPanel } from '@assay/ui/error-panel'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiKey } from './service.ts'
import { TEXT } from './text.ts'

/** What went wrong with a request, in the words of the service, and what to do. */
export function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (!(error instanceof AssayError))
    return (
      <ErrorPanel
        title={TEXT.offlineTitle}
        message={TEXT.offline}
        copy={TEXT.copy}
        retry={{ label: TEXT.tryAgain, onClick: onRetry }}
      />
    )
  if (error.status === 401) return <AskForKey onDone={onRetry} />
  return (
    <ErrorPanel
      title={error.status === 422 ? TEXT.refused : TEXT.failed}
      message={error.message}
      requestId={error.requestId}
      copy={TEXT.copy}
      // Sent again as it is, a refused value is refused again.
      retry={error.status === 422 ? undefined : { label: TEXT.tryAgain, onClick: onRetry }}
    />
  )
}

/** Asks for the key of this session. A key that is there already was refused. */
function AskForKey({ onDone }: { onDone: () => void }) {
  const queries = useQueryClient()
  const [key, setKey] = useState('')
  const refused = apiKey.get() !== undefined
  return (
    <form
      className="panel stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (key.trim() === '') return
        apiKey.set(key.trim())
        // Everything that was refused for want of a key is asked for again.
        void queries.resetQueries()
        onDone()
      }}
    >
      <h2>{TEXT.key.title}</h2>
      <div className="field">
        <label htmlFor="api-key">{TEXT.key.label}</label>
        <input
          id="api-key"
          type="password"
          autoComplete="off"
          value={key}
          aria-invalid={refused ? true : undefined}
          aria-describedby={refused ? 'api-key-hint api-key-error' : 'api-key-hint'}
          onChange={({ target }) => setKey(target.value)}
        />
        <span id="api-key-hint" className="field-hint">
          {TEXT.key.hint}
        </span>
        {refused ? (
          <span id="api-key-error" className="field-error" role="alert">
            {TEXT.key.refused}
          </span>
        ) : null}
      </div>
      <div className="row">
        <button type="submit" className="main">
          {TEXT.key.use}
        </button>
      </div>
    </form>
  )
}
