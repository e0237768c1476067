import type { Database } from '@assay/kit/database'
import type { EvidenceDatabase } from './schema.ts'

/** Advisory lock that serializes processes which grant at the same time. The number is arbitrary. */
const LOCK_KEY = 7_266_924

/** Grants the service role what it needs on the queue's tables, without ownership of the schema. */
export async function grantQueue(database: Pick<Database<EvidenceDatabase>, 'inTransaction'>): Promise<void> {
  await database.inTransaction((run) =>
    run(`SELECT pg_advisory_xact_lock(${LOCK_KEY});
      GRANT USAGE ON SCHEMA pgboss TO evidence_service;
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA pgboss TO evidence_service;
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA pgboss TO evidence_service;`),
  )
}
