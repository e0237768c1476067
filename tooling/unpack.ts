/**
 * Sets up the browser tests: packs each service that has a page, as it is published, and unpacks it below dist/, where it
 * finds the packages of the repository. With REUSE_PACKED=1 it takes what an earlier run of the same sources left there.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { ROOT } from './copy-tree.ts'
import { pack, packable } from './pack.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folders of the unpacked services by name. */
    packed: Readonly<Record<string, string>>
  }
}

async function unpacked(service: string): Promise<readonly [string, string]> {
  const folder = join(ROOT, 'dist/e2e', service)
  const ready = join(folder, 'package')
  if (process.env.REUSE_PACKED && existsSync(ready)) return [service, ready]
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const tarball = await pack(service, folder)
  execFileSync('tar', ['-xzf', tarball, '-C', folder])
  return [service, ready]
}

/** Each project of a run has modules of its own, and all of them test the same packages. */
const shared = globalThis as { assayPacked?: Promise<Readonly<Record<string, string>>> }

export async function setup(project: TestProject): Promise<void> {
  const services = packable.filter((name) => existsSync(join(ROOT, 'services', name, 'web')))
  shared.assayPacked ??= Promise.all(services.map(unpacked)).then(Object.fromEntries)
  project.provide('packed', await shared.assayPacked)
}
