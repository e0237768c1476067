import { AssayError } from '@assay/query-client'
import { ErrorPanel } from '@assay/ui/error-panel'
import { useState } from 'react'
import { apiKey } from './service.ts'
import { TEXT } from './text.ts'

/** What went wrong with a request, in the words of the service, and what to do. */
export function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof AssayError && error.status === 401) return <AskForKey onDone={onRetry} />
  return (
    <ErrorPanel
      title={TEXT.failed}
      message={error instanceof AssayError ? error.message : TEXT.offline}
      requestId={error instanceof AssayError ? error.requestId : undefined}
      copy={TEXT.copy}
      retry={{ label: TEXT.tryAgain, onClick: onRetry }}
    />
  )
}

function AskForKey({ onDone }: { onDone: () => void }) {
  const [key, setKey] = useState('')
  return (
    <form
      className="panel stack"
      onSubmit={(event) => {
        event.preventDefault()
        apiKey.set(key.trim())
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
          onChange={({ target }) => setKey(target.value)}
        />
        <span className="field-hint">{TEXT.key.hint}</span>
      </div>
      <button type="submit" className="main">
        {TEXT.key.use}
      </button>
    </form>
  )
}
