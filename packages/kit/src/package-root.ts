import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Returns the folder of the nearest package.json above a module. Works from source and from a bundle. */
export function packageRoot(moduleUrl: string): string {
  let folder = dirname(fileURLToPath(moduleUrl))
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`no package.json above ${moduleUrl}`)
    folder = parent
  }
  return folder
}

/** Returns the `version` of that package. */
export function packageVersion(moduleUrl: string): string {
  const text = readFileSync(join(packageRoot(moduleUrl), 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
