import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT, SERVICES } from '../copy-tree.ts'
import { COMMIT_PLANTS, DOCUMENT_PARTS, DOCUMENT_PLANTS, type WordPlant } from '../guards/plants/words.ts'
import type { Fault } from './fault.ts'

interface Verdict {
  readonly guard: 'words'
  readonly what: string
  readonly where: string
  readonly ok: boolean
}

interface Document {
  readonly components: { readonly schemas: object }
  readonly paths: object
}

const IDENTITY = [
  '-c',
  'user.name=canary',
  '-c',
  'user.email=canary@example.org',
  '-c',
  'commit.gpgsign=false',
]

const EARLY_SUBJECT = 'A subject before the start is not checked.'

const words = (folder: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(ROOT, 'tooling/words.ts'), folder, ...args], { encoding: 'utf8' })

/**
 * Plants faults into copies of the OpenAPI documents and into a git history, and returns which of them `npm run words`
 * reports. Also demands that a folder without history is skipped with a message.
 */
export function wordVerdicts(): Verdict[] {
  const folder = mkdtempSync(join(tmpdir(), 'assay-canary-words-'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, ...IDENTITY, ...args], { encoding: 'utf8' }).trim()
  const commit = (subject: string, date: string) =>
    git('commit', '--quiet', '--allow-empty', '--no-verify', '--date', date, '--message', subject)
  try {
    const services = SERVICES.filter((name) => existsSync(join(ROOT, 'services', name, 'openapi.json')))
    for (const service of services) {
      const file = join('services', service, 'openapi.json')
      const document = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Document
      const planted = {
        ...document,
        components: {
          ...document.components,
          schemas: { ...document.components.schemas, ...DOCUMENT_PARTS.schemas },
        },
        paths: { ...document.paths, ...DOCUMENT_PARTS.paths },
      }
      mkdirSync(join(folder, 'services', service), { recursive: true })
      writeFileSync(join(folder, file), JSON.stringify(planted))
    }
    const bare = words(folder)
    git('init', '--quiet')
    const empty = words(folder)
    commit(EARLY_SUBJECT, '2001-01-01T00:00:00Z')
    for (const { place } of COMMIT_PLANTS) commit(place, '2001-01-03T00:00:00Z')

    const faults = JSON.parse(words(folder, '--from', '2001-01-02T00:00:00Z', '--json').stdout) as Fault[]
    const verdict = ({ what, rule, place }: WordPlant, file?: string): Verdict => {
      const own = faults.filter(
        (fault) => fault.place === place && (file === undefined || fault.file === file),
      )
      const ok = rule === undefined ? own.length === 0 : own.some((fault) => fault.rule === rule)
      return { guard: 'words', what, where: file === undefined ? place : `${file}: ${place}`, ok }
    }
    return [
      ...services.flatMap((service) =>
        DOCUMENT_PLANTS.map((plant) => verdict(plant, `services/${service}/openapi.json`)),
      ),
      ...COMMIT_PLANTS.map((plant) => verdict(plant)),
      {
        guard: 'words',
        what: 'subjects before the start are not checked',
        where: 'tooling/words/commits.ts',
        ok: !faults.some(({ place }) => place === EARLY_SUBJECT),
      },
      ...[bare, empty].map(({ stderr }) => ({
        guard: 'words' as const,
        what: 'a folder without history is skipped with a message',
        where: 'tooling/words/commits.ts',
        ok: stderr.includes('commit subjects not checked') && !stderr.includes('subject-'),
      })),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
