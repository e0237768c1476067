import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { packTar, unpackTar } from 'modern-tar/fs'

/** Name of the archive beside the `package.json` of a published package. */
export const TEMPLATE_NAME = 'embedded-template.tgz'

/**
 * Creates the files of a new embedded database, from an archive if there is one and otherwise by `initdb`, which takes
 * several seconds of processor time. The files are created under a temporary name first, so that a killed process
 * leaves no incomplete database.
 */
export async function createDataFolder(folder: string, template: string | undefined): Promise<void> {
  const unfinished = `${folder}.new`
  await rm(unfinished, { recursive: true, force: true })
  if (template !== undefined && existsSync(template)) {
    await pipeline(createReadStream(template), createGunzip(), unpackTar(unfinished))
  } else {
    const made = await PGlite.create({ dataDir: unfinished })
    await made.close()
  }
  await rename(unfinished, folder)
}

/** Writes the files of a closed embedded database to an archive for new databases. */
async function archiveDataFolder(folder: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await pipeline(packTar(folder), createGzip({ level: 9 }), createWriteStream(`${path}.new`))
  await rename(`${path}.new`, path)
}

/** Writes the archive of an empty database. It depends only on the version of PGlite. */
async function writeTemplate(path: string): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'assay-template-'))
  try {
    const folder = join(home, 'postgres')
    await createDataFolder(folder, undefined)
    await archiveDataFolder(folder, path)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

/** `node embedded-template.ts ARCHIVE [FOLDER]`: archives an empty database, or the closed one in FOLDER. */
if (import.meta.main) {
  const [archive = '', folder] = process.argv.slice(2)
  await (folder === undefined ? writeTemplate(archive) : archiveDataFolder(folder, archive))
}
