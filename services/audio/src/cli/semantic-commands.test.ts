import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { semanticCommands } from './semantic-commands.ts'

const printed = { stdout: '', stderr: '' }
beforeEach(() => {
  for (const name of ['stdout', 'stderr'] as const) {
    printed[name] = ''
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      printed[name] += String(text)
      return true
    })
  }
  const found = { query: 'songs about love', results: [], not_heard: ['lyrics (songs about)'] }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(found))
})
afterEach(() => vi.restoreAllMocks())

const UNHEARD = 'The search cannot hear: lyrics (songs about)\n'

test.each([
  ['table', 'stdout'],
  ['tsv', 'stderr'],
] as const)('what a search cannot hear is said beside its tracks: %s on %s', async (format, where) => {
  const argv = ['songs about love', '--server', 'http://audio.example']
  expect(await semanticCommands['semantic search']!.run({ argv, env: {}, format })).toBe(0)
  expect(printed[where]).toContain(UNHEARD)
  expect(printed[where === 'stdout' ? 'stderr' : 'stdout']).not.toContain(UNHEARD)
})

test.each([
  [3, '3 tracks were indexed by an older version and are not found; run "assay-audio semantic renew"\n'],
  [0, 'Run "assay-audio semantic stats" to see what is indexed.\n'],
])('a search without results says what to do next: %i tracks to renew', async (stale, advice) => {
  vi.mocked(fetch).mockImplementation(async (url) =>
    Response.json(String(url).endsWith('/stats') ? { stale } : { query: 'warm', results: [] }),
  )
  const argv = ['warm', '--server', 'http://audio.example']
  expect(await semanticCommands['semantic search']!.run({ argv, env: {}, format: 'table' })).toBe(0)
  expect(printed.stdout).toBe(`No tracks found in http://audio.example. ${advice}`)
})
