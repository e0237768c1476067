/** Loads the recorded kits once per set of folders, because reading some thousand sounds takes minutes. */

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { corpusFolder } from '../corpus/render.ts'
import { type KitSource, loadKitSources } from '../training/sampled-kits.ts'

/** Raise it when the loader changes. */
const LOADER = 1

/** Folders with unpacked Debian packages of kits besides `/`, from `ASSAY_KITS` (separated by `:`). */
const kitRoots = (): string[] => ['/', ...(process.env.ASSAY_KITS ?? '').split(':').filter(Boolean)]

let known: Promise<readonly KitSource[]> | undefined
/** Returns all recorded kits; the same list for the whole process. */
export function kitSources(): Promise<readonly KitSource[]> {
  known ??= load()
  return known
}

async function load(): Promise<readonly KitSource[]> {
  const roots = kitRoots()
  const name = createHash('sha256')
    .update(JSON.stringify([LOADER, roots]))
    .digest('hex')
    .slice(0, 12)
  const path = join(corpusFolder(), `kits-${name}.bin`)
  if (existsSync(path)) return deserialize(await readFile(path)) as KitSource[]
  const sources = await loadKitSources(roots)
  await mkdir(corpusFolder(), { recursive: true })
  await writeFile(`${path}.${process.pid}.draft`, serialize(sources))
  await rename(`${path}.${process.pid}.draft`, path)
  return sources
}
