import { Readable } from 'node:stream'
import type { App } from '@assay/kit/server'
import Type from 'typebox'
import type { exportOrganization } from '../operations/organization-data.ts'
import { OrganizationExportLine } from '../wire/organization.schema.ts'
import { actorOf } from './access.ts'

/** Operations that the routes call. */
export interface OrganizationDeps {
  readonly exportOrganization: ReturnType<typeof exportOrganization>
}

/** Registers the export of the administrator's own organization under `/v1`. */
export function organizationRoutes(app: App, deps: OrganizationDeps): void {
  app.get(
    '/organization/export',
    {
      config: { access: 'administer', rateLimit: { max: 10, timeWindow: 60_000 } },
      schema: {
        tags: ['auth'],
        operationId: 'exportOrganization',
        summary: 'Export all data of your organization',
        description:
          'Requires the role admin. Streams every row of every table as one JSON object per line, without passwords and session tokens. The first line is a manifest; the last one has `end`, the counts of each table and the head of the audit chain, and a file without it is cut. Rows that are written while the export runs may be missing.',
        response: {
          200: {
            description: 'All data of the organization, streamed',
            content: { 'application/x-ndjson': { schema: Type.Unsafe<Readable>(OrganizationExportLine) } },
          },
        },
      },
    },
    async (request, reply) => {
      const { lines } = await deps.exportOrganization(actorOf(request))
      return reply
        .type('application/x-ndjson; charset=utf-8')
        .header('content-disposition', 'attachment; filename="organization.ndjson"')
        .send(Readable.from(lines))
    },
  )
}
