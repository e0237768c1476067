import { enableCompileCache, getCompileCacheDir } from 'node:module'

/**
 * Keeps compiled code in the machine's folder for temporary files, so that the next start of a command and of its threads is
 * quick. To be called before anything else is loaded. NODE_DISABLE_COMPILE_CACHE=1 switches it off.
 */
export function keepCompiledCode(): void {
  enableCompileCache()
  const folder = getCompileCacheDir()
  // Threads look for it in the environment only.
  if (folder !== undefined) process.env.NODE_COMPILE_CACHE ??= folder
}
