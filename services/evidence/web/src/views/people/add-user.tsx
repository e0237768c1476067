import { AssayError, orThrow } from '@assay/evidence-client'
import { SelectField } from '@assay/ui/field'
import { capital } from '@assay/ui/format'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure } from '../../failure.tsx'
import { SecretField, WordField } from '../../fields.tsx'
import { service } from '../../service.ts'
import { TEXT as COMMON } from '../../text.ts'
import { TEXT } from './text.ts'

const EMPTY = { username: '', password: '', role: 'researcher' as 'viewer' | 'researcher' | 'admin' }

/** The form for a new user of the organization. */
export function AddUser() {
  const [values, setValues] = useState(EMPTY)
  const queries = useQueryClient()
  const add = useMutation({
    mutationFn: () =>
      orThrow(service.POST('/v1/auth/users', { body: { ...values, username: values.username.trim() } })),
    onSuccess: async () => {
      setValues(EMPTY)
      await queries.invalidateQueries({ queryKey: ['users'] })
      await queries.invalidateQueries({ queryKey: ['audit'] })
    },
  })
  const refused = add.error instanceof AssayError ? add.error : undefined
  const issueAt = (field: string) =>
    refused?.field === field ? capital(refused.issue ?? refused.message) : undefined
  return (
    <details open={add.isError || undefined}>
      <summary>{TEXT.add.title}</summary>
      <form
        className="add-user"
        onSubmit={(event) => {
          event.preventDefault()
          add.mutate()
        }}
      >
        <WordField
          label={TEXT.add.name}
          hint={COMMON.setup.usernameHint}
          value={values.username}
          onChange={(username) => setValues({ ...values, username })}
          error={issueAt('username')}
          autoComplete="off"
        />
        <SecretField
          label={TEXT.add.password}
          hint={COMMON.setup.passwordHint}
          value={values.password}
          onChange={(password) => setValues({ ...values, password })}
          error={issueAt('password')}
          autoComplete="new-password"
          canShow
        />
        <SelectField
          label={TEXT.add.role}
          options={COMMON.roles}
          value={values.role}
          onChange={(role) => setValues({ ...values, role: role as typeof values.role })}
        />
        <button
          type="submit"
          className="main"
          disabled={add.isPending || values.username.trim() === '' || values.password === ''}
        >
          {TEXT.add.submit}
        </button>
      </form>
      {add.error && !issueAt('username') && !issueAt('password') ? <Failure error={add.error} /> : null}
      {add.data ? (
        <p className="small" role="status">
          {TEXT.add.done(add.data.username)}
        </p>
      ) : null}
    </details>
  )
}
