import { existsSync, openAsBlob } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'

/** Name of the archive beside a published package's `package.json`. */
export const TEMPLATE_NAME = 'embedded-template.tgz'

/**
 * Creates the files of a new embedded database: from an archive where there is one (about two seconds of processor time),
 * else by `initdb` (about seven). It is made under another name first, so a process killed here leaves no half of a
 * database behind.
 */
export async function createDataFolder(folder: string, template: string | undefined): Promise<void> {
  const unfinished = `${folder}.new`
  await rm(unfinished, { recursive: true, force: true })
  const archive =
    template !== undefined && existsSync(template) ? { loadDataDir: await openAsBlob(template) } : {}
  const made = await PGlite.create({ dataDir: unfinished, ...archive })
  await made.close()
  await rename(unfinished, folder)
}

/** Writes the archive that new embedded databases start from; it depends on nothing but the version of PGlite. */
async function writeTemplate(path: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-template-'))
  try {
    const made = await PGlite.create({ dataDir: join(folder, 'postgres') })
    const archive = await made.dumpDataDir('gzip')
    await made.close()
    await mkdir(dirname(path), { recursive: true })
    await writeFile(`${path}.new`, new Uint8Array(await archive.arrayBuffer()))
    await rename(`${path}.new`, path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) await writeTemplate(process.argv[2] as string)
