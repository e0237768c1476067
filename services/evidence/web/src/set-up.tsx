import { AssayError, orThrow } from '@assay/evidence-client'
import { capital } from '@assay/ui/format'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure } from './failure.tsx'
import { SecretField, WordField } from './fields.tsx'
import { forgetOneTimeToken } from './one-time-token.ts'
import { service } from './service.ts'
import { enter } from './session.ts'
import { TEXT } from './text.ts'

const FIELDS = ['organization', 'username', 'password'] as const

/** Creates the first administrator with the token of a one-time address. */
export function SetUp({ token, onSignIn }: { token: string; onSignIn: () => void }) {
  const [values, setValues] = useState({ organization: '', username: '', password: '' })
  const create = useMutation({
    mutationFn: () =>
      orThrow(
        service.POST('/v1/setup', {
          body: {
            ...values,
            token,
            organization: values.organization.trim(),
            username: values.username.trim(),
          },
        }),
      ),
    onSuccess: ({ user }) => {
      forgetOneTimeToken()
      enter(user)
    },
  })
  const error = create.error instanceof AssayError ? create.error : undefined
  const usedUp = error !== undefined && (error.status === 401 || error.status === 409)
  const issueAt = (field: string) =>
    error?.field === field ? capital(error.issue ?? error.message) : undefined
  const shown = usedUp || FIELDS.some((field) => issueAt(field) !== undefined)
  const field = (name: (typeof FIELDS)[number]) => ({
    value: values[name],
    error: issueAt(name),
    onChange: (text: string) => setValues({ ...values, [name]: text }),
  })
  return (
    <form
      className="panel stack entrance"
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate()
      }}
    >
      <h1>{TEXT.setup.title}</h1>
      <p className="soft">{TEXT.setup.lead}</p>
      <WordField
        {...field('organization')}
        label={TEXT.setup.organization}
        hint={TEXT.setup.organizationHint}
        autoComplete="organization"
        autoFocus
      />
      <WordField
        {...field('username')}
        label={TEXT.setup.username}
        hint={TEXT.setup.usernameHint}
        autoComplete="username"
      />
      <SecretField
        {...field('password')}
        label={TEXT.setup.password}
        hint={TEXT.setup.passwordHint}
        autoComplete="new-password"
        canShow
      />
      {usedUp ? (
        <div className="notice stack" role="alert">
          <p>{TEXT.setup.usedUp}</p>
          <div className="row">
            <button type="button" onClick={onSignIn}>
              {TEXT.setup.toSignIn}
            </button>
          </div>
        </div>
      ) : null}
      {create.error && !shown ? <Failure error={create.error} /> : null}
      <button
        type="submit"
        className="main"
        disabled={create.isPending || Object.values(values).some((value) => value.trim() === '')}
      >
        {TEXT.setup.submit}
      </button>
    </form>
  )
}
