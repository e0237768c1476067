import { useMay, useSession } from '../../session.ts'
import { AuditTrail } from './audit-trail.tsx'
import { TEXT } from './text.ts'
import { Users } from './users.tsx'

/** Users, their roles and the audit trail, for administrators. */
export function PeopleView() {
  const user = useSession().data?.user
  if (!useMay('admin') || !user)
    return (
      <div className="panel stack empty">
        <h1>{TEXT.forbidden}</h1>
        <p className="soft">{TEXT.forbiddenText}</p>
      </div>
    )
  return (
    <div className="stack wide">
      <div className="stack">
        <h1>{TEXT.title}</h1>
        <p className="soft long">{TEXT.lead(user.organization)}</p>
      </div>
      <Users own={user.id} />
      <AuditTrail />
    </div>
  )
}
