import { AssayError, orThrow } from '@assay/evidence-client'
import { Drawer } from '@assay/ui/drawer'
import { capital } from '@assay/ui/format'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure } from '../../failure.tsx'
import { SecretField } from '../../fields.tsx'
import { service, type User } from '../../service.ts'
import { TEXT as COMMON } from '../../text.ts'
import { TEXT } from './text.ts'

/** What an administrator is about to do to a user. */
export type Asked = { readonly what: 'password' | 'end' | 'remove'; readonly user: User }

const titles = {
  password: TEXT.users.passwordFor,
  end: TEXT.users.confirmEnd,
  remove: TEXT.users.confirmRemove,
}

function act({ what, user }: Asked, password: string): Promise<unknown> {
  const params = { path: { user_id: user.id } }
  if (what === 'remove') return orThrow(service.DELETE('/v1/auth/users/{user_id}', { params }))
  if (what === 'end') return orThrow(service.DELETE('/v1/auth/users/{user_id}/sessions', { params }))
  return orThrow(service.PATCH('/v1/auth/users/{user_id}', { params, body: { password } }))
}

/** Asks before something is done to a user that cannot be undone. */
export function Confirm({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { what, user } = asked
  const [password, setPassword] = useState('')
  const queries = useQueryClient()
  const doIt = useMutation({
    mutationFn: () => act(asked, password),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['users'] })
      await queries.invalidateQueries({ queryKey: ['audit'] })
      onClose()
    },
  })
  const refused = doIt.error instanceof AssayError && doIt.error.field === 'password' ? doIt.error : undefined
  return (
    <Drawer title={TEXT.users[what]} close={COMMON.close} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          doIt.mutate()
        }}
      >
        {what === 'password' ? (
          <SecretField
            label={titles.password(user.username)}
            hint={TEXT.users.passwordHint}
            value={password}
            onChange={setPassword}
            autoComplete="new-password"
            error={refused && capital(refused.issue ?? refused.message)}
            canShow
            autoFocus
          />
        ) : (
          <p className="long">{titles[what](user.username)}</p>
        )}
        {doIt.error && !refused ? <Failure error={doIt.error} /> : null}
        <div className="row">
          <button
            type="submit"
            className="main"
            disabled={doIt.isPending || (what === 'password' && password === '')}
          >
            {what === 'password' ? TEXT.users.save : TEXT.users[what]}
          </button>
          <button type="button" onClick={onClose}>
            {COMMON.cancel}
          </button>
        </div>
      </form>
    </Drawer>
  )
}
