import { type Kysely, type Selectable, sql } from 'kysely'
import type { AssessmentStore, StoredAssessment } from '../../operations/ports.ts'
import type { EvidenceDatabase, TenantDatabase } from './schema.ts'
import { readOrganization, type TenantTransaction } from './with-organization.ts'

const toStored = (row: Selectable<TenantDatabase['assessment']>): StoredAssessment => ({
  id: row.assessment_id,
  moment: row.recorded_at,
  request: row.request,
  algorithmVersion: row.algorithm_version,
  packageVersion: row.package_version,
  modelVersion: row.model_version,
  overallScore: row.overall_score,
  bounds: [row.lower_bound, row.upper_bound],
  resultHash: row.result_hash,
})

const assessmentsOf = (trx: TenantTransaction, organizationId: string, moleculeId: string) =>
  trx
    .selectFrom('assessment')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('molecule_id', '=', moleculeId)

/** Reads assessments as they were stored, whatever version of the algorithm made them. */
export const storedAssessments = (
  db: Kysely<EvidenceDatabase>,
): Pick<AssessmentStore, 'stored' | 'storedAt'> => ({
  stored: (organizationId, moleculeId, { before, limit }) =>
    readOrganization(db, organizationId, async (trx) => {
      let query = assessmentsOf(trx, organizationId, moleculeId)
      if (before) query = query.where(sql<boolean>`recorded_at < ${before}`)
      return (await query.orderBy('recorded_at', 'desc').limit(limit).execute()).map(toStored)
    }),
  storedAt: (organizationId, moleculeId, moment) =>
    readOrganization(db, organizationId, async (trx) => {
      const row = await assessmentsOf(trx, organizationId, moleculeId)
        .where('recorded_at', '=', moment)
        .executeTakeFirst()
      return row && toStored(row)
    }),
})
