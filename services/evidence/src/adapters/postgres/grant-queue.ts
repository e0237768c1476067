import type { Database } from '@assay/kit/database'
import type { EvidenceDatabase } from './schema.ts'

/** Any fixed number: processes that grant at the same moment wait for each other. */
const LOCK_KEY = 7_266_924

/** What the service's role needs of the queue's schema, and nothing of the schema itself. */
export async function grantQueue(database: Pick<Database<EvidenceDatabase>, 'inTransaction'>): Promise<void> {
  await database.inTransaction((run) =>
    run(`SELECT pg_advisory_xact_lock(${LOCK_KEY});
      GRANT USAGE ON SCHEMA pgboss TO evidence_service;
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA pgboss TO evidence_service;
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA pgboss TO evidence_service;`),
  )
}
