import { type Kysely, sql } from 'kysely'
import { type LearnedModel, untrainedModel } from '../../domain/inference/learned-model.ts'
import { readStoredModel } from '../../domain/inference/stored-model.ts'
import {
  applyDelta,
  type LearnedNetwork,
  type NetworkDelta,
  untaughtNetwork,
} from '../../domain/network/learned-network.ts'
import type { TenantDatabase } from './schema.ts'
import type { TenantTransaction } from './with-organization.ts'

/** Learned model and network of an organization at one moment. */
export interface Learned {
  readonly model: LearnedModel
  readonly network: LearnedNetwork
  /** Number of deltas since the last snapshot. */
  readonly openDeltas: number
}

/** Number of cached entries. Versions and snapshots never change, so a process reads each only once. */
const CACHED = 200

class Immutable<T> {
  readonly #kept = new Map<string, T>()

  async get(key: string, read: () => Promise<T>): Promise<T> {
    const known = this.#kept.get(key)
    if (known !== undefined) return known
    const value = await read()
    if (this.#kept.size >= CACHED) this.#kept.delete(this.#kept.keys().next().value as string)
    this.#kept.set(key, value)
    return value
  }
}

const models = new Immutable<LearnedModel>()
const snapshots = new Immutable<LearnedNetwork>()

const readModel = (trx: Kysely<TenantDatabase>, organizationId: string, version: number) =>
  models.get(`${organizationId} ${version}`, async () => {
    const row = await trx
      .selectFrom('learned_model')
      .select('model')
      .where('organization_id', '=', organizationId)
      .where('version', '=', version)
      .executeTakeFirstOrThrow()
    return readStoredModel(row.model)
  })

const readSnapshot = (trx: Kysely<TenantDatabase>, organizationId: string, at: Date) =>
  snapshots.get(`${organizationId} ${at.toISOString()}`, async () => {
    const row = await trx
      .selectFrom('network_snapshot')
      .select('statistics')
      .where('organization_id', '=', organizationId)
      .where('recorded_at', '=', at)
      .executeTakeFirstOrThrow()
    return row.statistics
  })

/**
 * Reads what the organization had learned at a moment: newest model version, newest snapshot and the deltas since.
 */
export async function readLearned(
  trx: TenantTransaction,
  organizationId: string,
  moment: Date,
): Promise<Learned> {
  const { rows } = await sql<{
    version: number | null
    snapshot_at: Date | null
    deltas: NetworkDelta[] | null
  }>`
    SELECT (SELECT max(version) FROM learned_model
            WHERE organization_id = ${organizationId} AND recorded_at <= ${moment}) AS version,
      s.at AS snapshot_at,
      (SELECT jsonb_agg(jsonb_build_object('before', d.before, 'after', d.after) ORDER BY d.recorded_at)
       FROM network_delta d WHERE d.organization_id = ${organizationId} AND d.recorded_at <= ${moment}
         AND d.recorded_at > coalesce(s.at, '-infinity')) AS deltas
    FROM (SELECT max(recorded_at) AS at FROM network_snapshot
          WHERE organization_id = ${organizationId} AND recorded_at <= ${moment}) AS s`.execute(trx)
  const { version, snapshot_at, deltas } = rows[0]!
  const base = snapshot_at === null ? untaughtNetwork : await readSnapshot(trx, organizationId, snapshot_at)
  return {
    model: version === null ? untrainedModel : await readModel(trx, organizationId, version),
    network: (deltas ?? []).reduce(applyDelta, base),
    openDeltas: deltas?.length ?? 0,
  }
}
