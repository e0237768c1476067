import { type Kysely, sql } from 'kysely'
import type { ExampleStore } from '../../operations/ports.ts'
import { audit } from './audit.ts'
import type { EvidenceDatabase } from './schema.ts'
import { teachBatches } from './teach-molecules.ts'
import { writeOrganization } from './with-organization.ts'

/** Stores the example run of each organization. */
export function postgresExampleStore(db: Kysely<EvidenceDatabase>): ExampleStore {
  return {
    begin: (actor, { id, name, files }) =>
      writeOrganization(db, actor, async (trx) => {
        const { organizationId } = actor
        const begun = await trx
          .insertInto('run')
          .values({ organization_id: organizationId, run_id: id, name, example: true })
          .onConflict((conflict) => conflict.columns(['organization_id', 'run_id']).doNothing())
          .returning('run_id')
          .executeTakeFirst()
        if (begun) return 'begun'
        const there = await trx
          .selectFrom('run')
          .select(['example', 'files'])
          .where('organization_id', '=', organizationId)
          .where('run_id', '=', id)
          .executeTakeFirstOrThrow()
        if (!there.example) return 'taken'
        return there.files >= files ? 'exists' : 'begun'
      }),
    remove: (actor) =>
      writeOrganization(
        db,
        actor,
        async (trx) => {
          const run = await trx
            .selectFrom('run')
            .select('run_id')
            .where('organization_id', '=', actor.organizationId)
            .where('example', '=', true)
            .executeTakeFirst()
          if (!run) return false
          const { rows } = await sql<{
            removed_id: string
          }>`SELECT removed_id FROM remove_example_run()`.execute(trx)
          // What the molecules had taught is taken back as a new entry, so that past states can still be read.
          const molecules = rows.map(({ removed_id }) => removed_id)
          await teachBatches(trx, actor.organizationId, molecules)
          const details = { molecules: molecules.length }
          await audit(trx, actor, { action: 'run.remove_example', target: run.run_id, details })
          return true
        },
        { learned: 'written' },
      ),
  }
}
