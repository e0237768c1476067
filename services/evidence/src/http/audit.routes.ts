import type { App } from '@assay/kit/server'
import { readTimestamp } from '../domain/evidence/observed-evidence.ts'
import type { readAudit } from '../operations/audit.ts'
import { presentAudit } from '../wire/audit.present.ts'
import { AuditAnswer, AuditParameters } from '../wire/audit.schema.ts'
import { readCursor } from '../wire/cursor.ts'
import { actorOf } from './access.ts'

/** Operations that the routes call. */
export interface AuditDeps {
  readonly readAudit: ReturnType<typeof readAudit>
}

const readTime = (text: string | undefined, field: string) =>
  text === undefined ? undefined : new Date(readTimestamp(text, field))

/** Registers the audit trail of the administrator's own organization under `/v1`. */
export function auditRoutes(app: App, deps: AuditDeps): void {
  app.get(
    '/audit',
    {
      config: { access: 'administer' },
      schema: {
        tags: ['auth'],
        operationId: 'readAudit',
        summary: 'Read the audit trail of your organization',
        description:
          'Requires the role admin. Lists logins, failed logins, changes to users and every write, newest first, in pages by `cursor`. A failed login with an unknown username belongs to no organization, so it is not listed.',
        querystring: AuditParameters,
        response: { 200: AuditAnswer },
      },
    },
    async (request) => {
      const { limit, cursor, action, user_id, from, to } = request.query
      return presentAudit(
        await deps.readAudit(actorOf(request), {
          limit,
          after: readCursor('audit', cursor),
          action,
          userId: user_id,
          from: readTime(from, 'from'),
          to: readTime(to, 'to'),
        }),
      )
    },
  )
}
