import type { Kysely } from 'kysely'
import type { AudioDatabase } from './schema.ts'

/** Returns a secret that all processes on this database share: the first one that was proposed. */
export async function sharedSecret(
  db: Kysely<AudioDatabase>,
  name: string,
  propose: () => string,
): Promise<string> {
  await db
    .insertInto('shared_secret')
    .values({ name, value: propose() })
    .onConflict((on) => on.doNothing())
    .execute()
  const { value } = await db
    .selectFrom('shared_secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return value
}
