import { AssayError, orThrow } from '@assay/evidence-client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure } from './failure.tsx'
import { SecretField } from './fields.tsx'
import { service, type User } from './service.ts'
import { enter, signOut } from './session.ts'
import { TEXT } from './text.ts'

/** Who is signed in, with the ways to change the password and to sign out. */
export function Account({ user }: { user: User }) {
  const [changing, setChanging] = useState(false)
  const [changed, setChanged] = useState(false)
  const leave = useMutation({ mutationFn: signOut })
  return (
    <details className="account">
      <summary>{user.username}</summary>
      <div className="panel stack">
        <p className="long">
          <strong>{user.username}</strong>
          <br />
          {TEXT.roles[user.role] ?? user.role}
          <br />
          <span className="soft">{user.organization}</span>
        </p>
        {changing ? (
          <ChangePassword
            onCancel={() => setChanging(false)}
            onChanged={(renewed) => {
              setChanging(false)
              setChanged(true)
              enter(renewed)
            }}
          />
        ) : (
          <button type="button" onClick={() => setChanging(true)}>
            {TEXT.account.change}
          </button>
        )}
        {changed && !changing ? <p role="status">{TEXT.account.changed}</p> : null}
        {leave.error ? <Failure error={leave.error} /> : null}
        <button type="button" disabled={leave.isPending} onClick={() => leave.mutate()}>
          {TEXT.signOut}
        </button>
      </div>
    </details>
  )
}

function ChangePassword({ onCancel, onChanged }: { onCancel: () => void; onChanged: (user: User) => void }) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const change = useMutation({
    mutationFn: () =>
      orThrow(service.PATCH('/v1/session', { body: { current_password: current, new_password: next } })),
    onSuccess: ({ user }) => onChanged(user),
  })
  const { error } = change
  const refused = error instanceof AssayError ? error.field : undefined
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (current !== '' && next !== '') change.mutate()
      }}
    >
      <SecretField
        label={TEXT.account.current}
        value={current}
        onChange={setCurrent}
        autoComplete="current-password"
        error={refused === 'current_password' ? error?.message : undefined}
        autoFocus
      />
      <SecretField
        label={TEXT.account.next}
        hint={TEXT.setup.passwordHint}
        value={next}
        onChange={setNext}
        autoComplete="new-password"
        error={refused === 'new_password' ? error?.message : undefined}
        canShow
      />
      {error && refused !== 'current_password' && refused !== 'new_password' ? (
        <Failure error={error} />
      ) : null}
      <p className="small soft">{TEXT.account.hint}</p>
      <div className="row">
        <button type="submit" className="main" disabled={change.isPending}>
          {TEXT.account.change}
        </button>
        <button type="button" onClick={onCancel}>
          {TEXT.cancel}
        </button>
      </div>
    </form>
  )
}
