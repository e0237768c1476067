import { useState } from 'react'

/** Texts of the form that asks for a key. */
export type KeyWords = {
  readonly title: string
  readonly label: string
  readonly hint: string
  readonly refused: string
  readonly use: string
}

/** Asks for the key of this session. `refused` says that the one that was given is not accepted. */
export function KeyForm({
  words,
  refused,
  onKey,
}: {
  words: KeyWords
  refused: boolean
  onKey: (key: string) => void
}) {
  const [key, setKey] = useState('')
  return (
    <form
      className="panel stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (key.trim() !== '') onKey(key.trim())
      }}
    >
      <h2>{words.title}</h2>
      <div className="field">
        <label htmlFor="api-key">{words.label}</label>
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
          {words.hint}
        </span>
        {refused ? (
          <span id="api-key-error" className="field-error" role="alert">
            {words.refused}
          </span>
        ) : null}
      </div>
      <div className="row">
        <button type="submit" className="main">
          {words.use}
        </button>
      </div>
    </form>
  )
}
