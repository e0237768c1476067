import { orThrow } from '@assay/evidence-client'
import { TableFrame } from '@assay/ui/table-frame'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure } from '../../failure.tsx'
import { service, type User } from '../../service.ts'
import { TEXT as COMMON } from '../../text.ts'
import { AddUser } from './add-user.tsx'
import { type Asked, Confirm } from './confirm.tsx'
import { TEXT } from './text.ts'
import { useUsers } from './use-users.ts'

type Role = 'viewer' | 'researcher' | 'admin'

/** The users of the organization: their roles, passwords and sessions, and a form for a new one. */
export function Users({ own }: { own: string }) {
  const { data: users, error, refetch } = useUsers()
  const [asked, setAsked] = useState<Asked>()
  return (
    <section className="panel stack" aria-labelledby="users">
      <h2 id="users">{TEXT.users.title}</h2>
      <p className="small soft">{TEXT.users.roleHint}</p>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {!users && !error ? (
        <div className="skeleton run-skeleton" role="status" aria-label={COMMON.loading} />
      ) : null}
      {users ? (
        <TableFrame label={TEXT.users.title}>
          <table className="users">
            <thead>
              <tr>
                <th scope="col">{TEXT.users.name}</th>
                <th scope="col">{TEXT.users.role}</th>
                <th scope="col">
                  <span className="hidden">{TEXT.audit.action}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {users.map((user) => (
                <UserLine key={user.id} user={user} isOwn={user.id === own} onAsk={setAsked} />
              ))}
            </tbody>
          </table>
        </TableFrame>
      ) : null}
      {asked ? <Confirm asked={asked} onClose={() => setAsked(undefined)} /> : null}
      <AddUser />
    </section>
  )
}

function UserLine({ user, isOwn, onAsk }: { user: User; isOwn: boolean; onAsk: (asked: Asked) => void }) {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (role: Role) =>
      orThrow(
        service.PATCH('/v1/auth/users/{user_id}', { params: { path: { user_id: user.id } }, body: { role } }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ['users'] }),
  })
  return (
    <>
      <tr>
        <th scope="row" className="long">
          {user.username} {isOwn ? <span className="tag">{TEXT.users.you}</span> : null}
        </th>
        <td>
          {isOwn ? (
            (COMMON.roles[user.role] ?? user.role)
          ) : (
            <div className="field">
              <select
                aria-label={TEXT.users.roleOf(user.username)}
                value={change.isPending ? change.variables : user.role}
                disabled={change.isPending}
                onChange={({ target }) => change.mutate(target.value as Role)}
              >
                {Object.entries(COMMON.roles).map(([role, name]) => (
                  <option key={role} value={role}>
                    {name}
                  </option>
                ))}
              </select>
            </div>
          )}
        </td>
        <td>
          {isOwn ? null : (
            <div className="row user-actions">
              {(['password', 'end', 'remove'] as const).map((what) => (
                <button key={what} type="button" className="plain" onClick={() => onAsk({ what, user })}>
                  {TEXT.users[what]}
                  <span className="hidden">: {user.username}</span>
                </button>
              ))}
            </div>
          )}
        </td>
      </tr>
      {change.error ? (
        <tr>
          <td colSpan={3}>
            <Failure error={change.error} />
          </td>
        </tr>
      ) : null}
    </>
  )
}
