import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, readConfig } from '../config.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Creates a random one-time token and a comparison with it that takes the same time for every text. */
export function oneTimeToken(): { token: string; isToken: (given: string) => boolean } {
  const token = randomBytes(32).toString('base64url')
  return { token, isToken: (given) => timingSafeEqual(digest(given), digest(token)) }
}

/** Password that nobody knows. */
export const unknownPassword = (): string => randomBytes(32).toString('base64url')

/**
 * Returns the configuration of a demonstration and a function that cleans up after it. Its data are in the given folder,
 * or in a temporary one that is removed at the end.
 */
export async function demoConfig(config: Config): Promise<{ config: Config; cleanUp: () => Promise<void> }> {
  if (config.dataDir !== readConfig({ argv: [], env: {} }).dataDir) return { config, cleanUp: async () => {} }
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-demo-'))
  return {
    config: { ...config, dataDir },
    cleanUp: () => rm(dataDir, { recursive: true, force: true }),
  }
}
