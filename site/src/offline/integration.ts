import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { rolldown } from 'rolldown'
import { inlineModules, modulesOf, relativeLinks } from './relative.ts'
import { type SearchEntry, searchEntry, searchScript } from './search-index.ts'

/** File of the search index at the root of the site. */
const SEARCH_INDEX = 'search-index.js'

/** Returns the code of modules with everything that they import, as one script. */
async function bundle(folder: string, addresses: readonly string[]): Promise<string> {
  const entry = join(folder, '_astro/entry.js')
  writeFileSync(
    entry,
    addresses.map((address) => `import ${JSON.stringify(join(folder, address))}\n`).join(''),
  )
  const build = await rolldown({ input: entry, logLevel: 'silent' })
  const { output } = await build.generate({ format: 'iife', minify: true })
  await build.close()
  return output[0].code
}

/** Makes the built site work from a folder: relative links, scripts inside the pages, and a search index. */
export const offline = (): AstroIntegration => ({
  name: 'assay-offline',
  hooks: {
    'astro:config:setup': ({ config }) => {
      const folder = fileURLToPath(config.publicDir)
      mkdirSync(folder, { recursive: true })
      cpSync(join(import.meta.dirname, '../styles/icon.svg'), join(folder, 'icon.svg'))
    },
    'astro:build:done': async ({ dir }) => {
      const folder = fileURLToPath(dir)
      const pages = globSync('**/*.html', { cwd: folder }).sort()
      const texts = new Map(pages.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
      const entries: SearchEntry[] = [...texts].flatMap(([file, html]) => searchEntry(file, html) ?? [])
      writeFileSync(join(folder, SEARCH_INDEX), searchScript(entries))
      const files = new Set(globSync('**/*.*', { cwd: folder }))
      const bundled = new Map<string, string>()
      for (const [file, html] of texts) {
        const modules = modulesOf(html)
        const key = modules.join(' ')
        if (!bundled.has(key)) bundled.set(key, await bundle(folder, modules))
        writeFileSync(join(folder, file), relativeLinks(inlineModules(html, bundled.get(key)!), file, files))
      }
      // Every module is in the pages now.
      for (const file of globSync('_astro/*.js', { cwd: folder })) rmSync(join(folder, file))
    },
  },
})
