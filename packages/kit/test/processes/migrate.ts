/** A process that migrates and reports what it applied: `node migrate.ts <folder> <databaseUrl>`. */
import { openDatabase } from '../../src/database.ts'
import { migrate, readMigrations } from '../../src/migrate.ts'

const [folder = '', databaseUrl = ''] = process.argv.slice(2)
const database = await openDatabase({ databaseUrl, dataDir: '', databasePoolSize: 2 }, 'migrate')
process.send?.('ready')
await new Promise((resolve) => process.once('message', resolve))
try {
  process.send?.({ applied: await migrate(database, readMigrations(folder)) })
} catch (error) {
  process.send?.({ error: (error as Error).message })
}
await database.close()
process.disconnect?.()
