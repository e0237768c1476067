import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { packageVersion } from '@assay/kit/package-root'
import { postgresClientData, postgresClientEraser } from '../adapters/postgres/client-data.ts'
import type { Config } from '../config.ts'
import { deleteClient, exportClient } from '../operations/client-data.ts'
import { openFiles } from './files.ts'
import { openStore } from './store.ts'
import { loggerOf, openJobQueue } from './worker.ts'

/** Opens database and storage and returns the operations on all data of a client, for the command line. */
export async function composeClients(config: Config) {
  const { files } = await openFiles(config)
  const { database } = await openStore(config, 'clients')
  // The tables of the queue are made by the queue itself.
  const queue = await openJobQueue(config, database, await loggerOf(config))
  await queue.stop()
  const data = postgresClientData(database)
  const eraser = postgresClientEraser(database)
  const version = packageVersion(import.meta.url)
  return {
    database,
    exportClient: exportClient({ data, files, now: () => new Date(), packageVersion: version }),
    deleteClient: deleteClient({
      data,
      eraser,
      files,
      newId: randomUUID,
      sha256: (text) => createHash('sha256').update(text).digest('hex'),
      wait,
      packageVersion: version,
    }),
    receipts: eraser.receipts,
  }
}
