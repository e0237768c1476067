import { AssayError, orThrow } from '@assay/evidence-client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure } from './failure.tsx'
import { SecretField, WordField } from './fields.tsx'
import { service } from './service.ts'
import { enter } from './session.ts'
import { SingleSignOn } from './single-sign-on.tsx'
import { TEXT } from './text.ts'

/** The form to sign in. After a session that has ended it names the user, who continues at the same address. */
export function SignIn({ ended }: { ended: string | undefined }) {
  const [username, setUsername] = useState(ended ?? '')
  const [password, setPassword] = useState('')
  const signIn = useMutation({
    mutationFn: () => orThrow(service.POST('/v1/session', { body: { username: username.trim(), password } })),
    onSuccess: ({ user }) => enter(user),
    onError: () => setPassword(''),
  })
  const { error } = signIn
  const wrong = error instanceof AssayError && error.status === 401
  const later = error instanceof AssayError && error.status === 429
  return (
    <form
      className="panel stack entrance"
      onSubmit={(event) => {
        event.preventDefault()
        if (username.trim() !== '' && password !== '') signIn.mutate()
      }}
    >
      <h1>{TEXT.signIn.title}</h1>
      {ended === undefined ? (
        <p className="soft">{TEXT.signIn.lead}</p>
      ) : (
        <p className="notice" role="status">
          {TEXT.signIn.ended(ended)}
        </p>
      )}
      <WordField
        label={TEXT.signIn.username}
        value={username}
        onChange={setUsername}
        autoComplete="username"
        autoFocus={ended === undefined}
      />
      <SecretField
        label={TEXT.signIn.password}
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        error={
          wrong ? TEXT.signIn.wrong : later ? TEXT.signIn.later(error.retryAfterSeconds ?? 900) : undefined
        }
        autoFocus={ended !== undefined}
      />
      {error && !wrong && !later ? <Failure error={error} /> : null}
      <button type="submit" className="main" disabled={signIn.isPending}>
        {TEXT.signIn.submit}
      </button>
      <SingleSignOn />
      <p className="small soft">{TEXT.signIn.forgotten}</p>
    </form>
  )
}
