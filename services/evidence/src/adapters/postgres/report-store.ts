import { type Kysely, sql } from 'kysely'
import { MAX_CLAIM_ITEMS } from '../../domain/evidence/evidence-item.ts'
import { observationKey, observationText } from '../../domain/evidence/observed-evidence.ts'
import type {
  NamedClaim,
  ReportState,
  ReportStore,
  StoredEvidence,
  StoredReportRequest,
} from '../../operations/ports.ts'
import { audit } from './audit.ts'
import { readGivenNames } from './given-names.ts'
import { readLearned } from './learned.ts'
import { currentMoment, keyOf, readAside, readClaims, readEvidence, readOtherIds } from './read-evidence.ts'
import type { EvidenceDatabase } from './schema.ts'
import { readOrganization, type TenantTransaction, writeOrganization } from './with-organization.ts'

interface Claim {
  readonly moleculeId: string
  readonly evidence: readonly StoredEvidence[]
  readonly aside?: readonly StoredEvidence[]
}

/** Adds the names that molecules have. */
async function named(
  trx: TenantTransaction,
  organizationId: string,
  claims: readonly Claim[],
): Promise<NamedClaim[]> {
  const names = await readGivenNames(trx, organizationId, claims)
  return claims.map((claim) => ({ ...claim, name: names.get(claim.moleculeId) ?? null }))
}

async function observationIdsOf(
  trx: TenantTransaction,
  organizationId: string,
  runId: string,
  limit: number,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('observation')
    .select('observation_id')
    .where('organization_id', '=', organizationId)
    .where('run_id', '=', runId)
    // Numbers in their order, 9 before 10; other names by the alphabet.
    .orderBy(sql`length(substring(observation_id from '^[0-9]+'))`)
    .orderBy(sql`observation_id COLLATE "C"`)
    .limit(limit)
    .execute()
  return rows.map(({ observation_id }) => observation_id)
}

/** Returns the index of the first observation that the run does not have, or -1. */
async function missingOf(
  trx: TenantTransaction,
  organizationId: string,
  runId: string,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return -1
  const rows = await trx
    .selectFrom('observation')
    .select('observation_id')
    .where('organization_id', '=', organizationId)
    .where('run_id', '=', runId)
    .where(sql<boolean>`observation_id = ANY(${ids}::text[])`)
    .execute()
  const found = new Set(rows.map(({ observation_id }) => observation_id))
  return ids.findIndex((id) => !found.has(id))
}

/** Reads the evidence behind reports and stores reports. Each transaction is limited to one organization. */
export function postgresReportStore(db: Kysely<EvidenceDatabase>): ReportStore {
  return {
    readRun: (organizationId, { runId, observationIds, limit }, asOf) =>
      readOrganization(
        db,
        organizationId,
        async (trx): Promise<ReportState | number | undefined> => {
          const run = await trx
            .selectFrom('run')
            .select(['observations', 'name'])
            .where('organization_id', '=', organizationId)
            .where('run_id', '=', runId)
            .executeTakeFirst()
          if (!run) return undefined
          const moment = asOf ?? (await currentMoment(trx))
          // What was reported once is made again from what was there.
          const asked = asOf === undefined ? (observationIds ?? []) : []
          const missing = await missingOf(trx, organizationId, runId, asked)
          if (missing >= 0) return missing
          const ids = observationIds ?? (await observationIdsOf(trx, organizationId, runId, limit))
          const keys = ids.map((observationId) => ({ runId, observationId }))
          const claims = await readClaims(trx, organizationId, keys, {
            before: moment,
            field: 'limit',
            aside: true,
          })
          return {
            moment,
            runName: run.name,
            claims: await named(trx, organizationId, claims),
            observations: keys.map(observationText),
            bareMolecules: [],
            observationsTotal: Number(run.observations),
            model: (await readLearned(trx, organizationId, moment)).model,
          }
        },
        'read',
      ),
    readMolecules: (organizationId, moleculeIds, asOf) =>
      readOrganization(
        db,
        organizationId,
        async (trx): Promise<ReportState | number> => {
          const moment = asOf ?? (await currentMoment(trx))
          const known = await trx
            .selectFrom('molecule')
            .select('molecule_id')
            .where('organization_id', '=', organizationId)
            .where(sql<boolean>`molecule_id = ANY(${moleculeIds}::text[])`)
            .execute()
          const found = new Set(known.map(({ molecule_id }) => molecule_id))
          const missing = moleculeIds.findIndex((id) => !found.has(id))
          if (missing >= 0) return missing
          const own: Claim[] = []
          const aside = await readAside(trx, organizationId, moleculeIds, moment)
          for (const moleculeId of moleculeIds) {
            const evidence = await readEvidence(trx, organizationId, moleculeId, { asOf: moment })
            own.push({ moleculeId, evidence, aside: aside.get(moleculeId) ?? [] })
          }
          const keys = own.flatMap(({ evidence }) =>
            evidence.flatMap(({ metadata }) => observationKey(metadata) ?? []),
          )
          const observations = new Map(keys.map((key) => [observationText(key), key]))
          const claims = await readClaims(trx, organizationId, [...observations.values()], {
            before: moment,
            field: 'molecule_ids',
            aside: true,
          })
          const bare = own.filter(({ evidence }) =>
            evidence.every(({ metadata }) => observationKey(metadata) === undefined),
          )
          const otherIds = await readOtherIds(trx, organizationId, bare, {
            before: moment,
            field: 'molecule_ids',
            most: MAX_CLAIM_ITEMS,
          })
          // A bare molecule is in no claim: claims are molecules with observations.
          const all = [...claims, ...bare].sort((a, b) => (a.moleculeId < b.moleculeId ? -1 : 1))
          return {
            moment,
            claims: await named(trx, organizationId, all),
            observations: [...observations.keys()].sort(),
            bareMolecules: bare.map(({ moleculeId }) => moleculeId),
            otherIds: await named(trx, organizationId, otherIds),
            observationsTotal: observations.size + new Set(bare.map(keyOf)).size,
            model: (await readLearned(trx, organizationId, moment)).model,
          }
        },
        'read',
      ),
    keep: (actor, { hash, moment, packageVersion, report, request }, json) =>
      writeOrganization(db, actor, async (trx) => {
        const { rows } = await sql`INSERT INTO report
          (organization_id, result_hash, user_id, moment, request, algorithm_version, package_version, report)
          VALUES (${actor.organizationId}, ${hash}, ${actor.userId}, ${moment}, ${JSON.stringify(request)}::jsonb,
            ${report.algorithmVersion}, ${packageVersion}, ${json}::json)
          ON CONFLICT DO NOTHING RETURNING result_hash`.execute(trx)
        if (rows.length === 0) return
        await audit(trx, actor, {
          action: 'report.make',
          target: hash,
          details: { run_id: request.runId, observations: report.observations.length },
        })
      }),
    find: (organizationId, hash) =>
      readOrganization(db, organizationId, async (trx) => {
        const row = await trx
          .selectFrom('report')
          .selectAll()
          .where('organization_id', '=', organizationId)
          .where('result_hash', '=', hash)
          .executeTakeFirst()
        if (!row) return undefined
        return {
          hash: row.result_hash,
          moment: row.moment,
          packageVersion: row.package_version,
          report: row.report,
          request: row.request,
        }
      }),
    list: (organizationId, { before, limit }) =>
      readOrganization(db, organizationId, async (trx) => {
        const { rows } = await sql<{
          result_hash: string
          moment: Date
          recorded_at: Date
          request: StoredReportRequest
          run_name: string | null
          observations: number
          algorithm_version: string
        }>`SELECT p.result_hash, p.moment, p.recorded_at, p.request, r.name AS run_name, p.algorithm_version,
            json_array_length(p.report -> 'observations') AS observations
          FROM report p LEFT JOIN run r ON r.organization_id = p.organization_id
            AND r.run_id = CASE p.request ->> 'runId' WHEN 'shared' THEN '' ELSE p.request ->> 'runId' END
          WHERE p.organization_id = ${organizationId} ${before ? sql`AND p.recorded_at < ${before}` : sql``}
          ORDER BY p.recorded_at DESC LIMIT ${limit}`.execute(trx)
        return rows.map((row) => ({
          hash: row.result_hash,
          moment: row.moment,
          recordedAt: row.recorded_at,
          runId: row.request.runId,
          runName: row.run_name,
          moleculeIds: row.request.moleculeIds,
          threshold: row.request.threshold,
          observations: row.observations,
          algorithmVersion: row.algorithm_version,
        }))
      }),
  }
}
