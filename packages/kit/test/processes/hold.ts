/** Holds an embedded database and inserts rows for ever, telling each one after its commit: `node hold.ts <dataDir>`. */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '../../src/database.ts'

const [dataDir = ''] = process.argv.slice(2)
const database = await openDatabase({ dataDir, databasePoolSize: 1 }, 'sample serve')
await sql`CREATE TABLE IF NOT EXISTS kept (id int PRIMARY KEY, pad text)`.execute(database.db)
process.on('message', ({ announce }: { announce: string }) => {
  database.announce(announce)
  process.send?.({ kind: 'announced' })
})
for (let id = 0; ; id++) {
  await sql`INSERT INTO kept VALUES (${id}, ${'x'.repeat(500)})`.execute(database.db)
  process.send?.({ kind: 'row', id })
  await setImmediate() // the embedded database answers without leaving this turn of the event loop
}
