import { Readable } from 'node:stream'
import type { App } from '@assay/kit/server'
import { untilGone } from '@assay/kit/waiting-client'
import Type from 'typebox'
import { readTimestamp } from '../domain/evidence/observed-evidence.ts'
import type { exportAudit, readAudit, verifyAudit } from '../operations/audit.ts'
import { auditLines, presentAudit, presentVerdict, readPlace, writePlace } from '../wire/audit.present.ts'
import {
  AuditAnswer,
  AuditExportParameters,
  AuditParameters,
  AuditVerdictAnswer,
  AuditVerdictParameters,
  SealedAuditEntry,
} from '../wire/audit.schema.ts'
import { readCursor } from '../wire/cursor.ts'
import { actorOf } from './access.ts'

/** Operations that the routes call. */
export interface AuditDeps {
  readonly readAudit: ReturnType<typeof readAudit>
  readonly exportAudit: ReturnType<typeof exportAudit>
  readonly verifyAudit: ReturnType<typeof verifyAudit>
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
  app.get(
    '/audit/export',
    {
      config: { access: 'administer' },
      schema: {
        tags: ['auth'],
        operationId: 'exportAudit',
        summary: 'Export the audit trail of your organization',
        description:
          'Requires the role admin. Returns every entry in the order of the hash chain, oldest first, each with its hash and the text that was hashed. The header `x-audit-head` holds the end of the chain as seq:hash. "assay-evidence audit verify --file" checks the file without the service.',
        querystring: AuditExportParameters,
        response: {
          200: {
            description: 'The whole audit trail, streamed',
            content: {
              'application/x-ndjson': { schema: Type.Unsafe<Readable>(SealedAuditEntry) },
              'text/tab-separated-values': { schema: Type.Unsafe<Readable>(Type.String()) },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { format } = request.query
      const { head, pages } = await deps.exportAudit(actorOf(request))
      const type = format === 'tsv' ? 'text/tab-separated-values' : 'application/x-ndjson'
      return reply
        .type(`${type}; charset=utf-8`)
        .header('content-disposition', `attachment; filename="audit-trail.${format}"`)
        .header('x-audit-head', writePlace(head))
        .send(Readable.from(auditLines(format, pages)))
    },
  )
  app.get(
    '/audit/chain',
    {
      config: { access: 'administer' },
      schema: {
        tags: ['auth'],
        operationId: 'verifyAudit',
        summary: 'Check that no line of the audit trail was removed or changed',
        description:
          'Requires the role admin. Computes the hash chain of your organization again and names each entry that was changed, removed, inserted or moved.',
        querystring: AuditVerdictParameters,
        response: { 200: AuditVerdictAnswer },
      },
    },
    async (request, reply) => {
      const { known_head } = request.query
      const known = known_head === undefined ? undefined : readPlace(known_head)
      return presentVerdict(await deps.verifyAudit(actorOf(request), known, untilGone(reply)))
    },
  )
}
