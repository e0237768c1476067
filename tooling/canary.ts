/**
 * `npm run canary`: proves that the guards still bite. Plants one violation of every arrow, and of the type, promise,
 * environment and clock rules, into a temporary copy of the tree's skeleton and demands that the right guard reports
 * each at its file, and that the arrows accept what is allowed. Changes a result of every service in another copy and
 * demands that a unit test asks for a new version. Plants faulty words into copies of the OpenAPI documents and into a
 * git history. Exits 1 when a violation is missed or something allowed is refused.
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { copyTree, ROOT, removeTree, SERVICES, workingFiles } from './copy-tree.ts'
import { ARROWS } from './guards/arrow-rules.ts'
import { ROOM_CIRCLE, ROOMS, type RoomPlant, TARGETS } from './guards/plants/arrows.ts'
import { LAB_PLANTS, type Plant, SERVICE_PLANTS, SHARED_PLANTS } from './guards/plants/code.ts'
import { RESULT_PLANTS } from './guards/plants/results.ts'
import { PURE_PACKAGES } from './guards/pure-packages.ts'
import { wordVerdicts } from './words/canary.ts'

interface Finding {
  readonly file: string
  readonly rule: string
  /** For an arrow, the file or package imported. */
  readonly to?: string
}
interface Verdict {
  readonly guard: string
  readonly what: string
  readonly where: string
  readonly ok: boolean
}

const SKELETON =
  /^(package\.json|tsconfig.*\.json|biome\.json|\.oxlintrc\.json|\.gitignore|tooling\/guards\/.*\.grit|(packages|services)\/[^/]+\/(lab\/)?(package|tsconfig[^/]*)\.json|tooling\/(package|tsconfig)\.json|services\/[^/]+\/src\/domain\/.*\.(ts|json)|.*\/tsconfig[^/]*\.json)$/
const isPackage = (target: string) => !target.endsWith('.ts')

/** A package of the allow-list that is installed, to prove that the list lets it pass. */
function installedPurePackage(): string | undefined {
  const names = ['', '@stdlib', '@echogarden'].flatMap((scope) => {
    const folder = join(ROOT, 'node_modules', scope)
    return existsSync(folder) ? readdirSync(folder).map((name) => posix.join(scope, name)) : []
  })
  return names.find((name) => PURE_PACKAGES.some((pattern) => new RegExp(`^${pattern}$`).test(name)))
}

const pure = installedPurePackage()
const targets: Record<string, string> = { ...TARGETS }
if (pure) targets['pure package'] = pure
else delete targets['pure package']

const place = (path: string, service: string) =>
  path.startsWith('/') ? path.slice(1).replace('SERVICE', service) : `services/${service}/${path}`
const hasLab = (service: string) => existsSync(join(ROOT, 'services', service, 'lab/package.json'))
const declares = (service: string, name: string) => {
  const manifest = readFileSync(join(ROOT, 'services', service, 'package.json'), 'utf8')
  return name in ((JSON.parse(manifest) as { dependencies?: object }).dependencies ?? {})
}
const targetOf = (name: string, service: string) => {
  const target = targets[name]
  // A service that does not declare the pure package may not import it, by another rule.
  if (target === undefined || (target === pure && !declares(service, target))) return undefined
  return isPackage(target) ? target : place(target, service)
}

function plant(root: string, file: string, code: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), code)
}

function roomCode({ file, forbidden, allowed, typeOnly }: RoomPlant, service: string): string {
  const lines = [...forbidden, ...allowed].flatMap((name, index) => {
    const target = targetOf(name, service)
    if (target === undefined) return []
    const relative = posix.relative(dirname(place(file, service)), target)
    const specifier = isPackage(target) ? target : relative.startsWith('.') ? relative : `./${relative}`
    return typeOnly
      ? [
          `import type * as import${index} from '${specifier}'`,
          `export type Use${index} = typeof import${index}`,
        ]
      : [`import * as import${index} from '${specifier}'`, `export const use${index} = import${index}`]
  })
  return `${lines.join('\n')}\n`
}

function run(command: string, args: string[], cwd: string): Promise<string> {
  return new Promise((done, fail) => {
    execFile(command, args, { cwd, maxBuffer: 1 << 28, encoding: 'utf8' }, (error, out, err) => {
      if (error && typeof error.code !== 'number') fail(error)
      else done(`${out}\n${err}`)
    })
  })
}

/** Where each guard reports `file` and `rule` in its output. */
async function findings(root: string, arrowRoot: string): Promise<Record<string, Finding[]>> {
  const bin = (name: string) => join(root, 'node_modules/.bin', name)
  const parse = (text: string, pattern: RegExp): Finding[] =>
    [...text.matchAll(pattern)].map((match) => ({
      file: match.groups?.file?.replace(`${root}/`, '') ?? '',
      rule: match.groups?.rule ?? '',
    }))
  const projects = ['packages', 'services'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .map((name) => `${folder}/${name}`)
      .filter((path) => existsSync(join(root, path, 'tsconfig.json'))),
  )
  const [types, biome, oxlint, arrows] = await Promise.all([
    run(bin('tsc'), ['-b', '--pretty', 'false', ...projects, 'tooling'], root),
    run(bin('biome'), ['lint', '--reporter=github', '--max-diagnostics=none', '.'], root),
    run(bin('oxlint'), ['--type-aware', '--format=unix'], root),
    run(process.execPath, [join(ROOT, 'tooling/arrows.ts'), arrowRoot, '--json'], arrowRoot),
  ])
  const violations = JSON.parse(arrows.split('\n')[0] as string) as {
    from: string
    to: string
    rule: { name: string }
  }[]
  return {
    types: parse(types, /^(?<file>[^\s(]+)\(\d+,\d+\): error (?<rule>TS\d+)/gm),
    biome: parse(biome, /::error title=(?<rule>[^,]+),file=(?<file>[^,]+)/g),
    oxlint: parse(
      oxlint,
      /^(?<file>[^\s:]+):\d+:\d+: .*?(?<rule>no-floating-promises|no-misused-promises)/gm,
    ),
    arrows: violations.map(({ from, to, rule }) => ({ file: from, to, rule: rule.name })),
  }
}

/** What the test of the fingerprints needs to run. */
const RESULTS =
  /^(package\.json|vitest\.config\.ts|tsconfig[^/]*\.json|tooling\/(law-seed\.ts|package\.json)|packages\/kit\/(package\.json|src\/.*)|services\/[^/]+\/(package\.json|src\/.*|models\/.*|test\/[^/]*))$/

/** Changes one result behind every version and returns which of them the unit tests ask to raise. */
async function resultVerdicts(root: string): Promise<Verdict[]> {
  const plants = RESULT_PLANTS.filter(({ service }) => SERVICES.includes(service)).map((one) => ({
    ...one,
    file: workingFiles().find(
      (file) =>
        file.startsWith(`services/${one.service}/src/`) &&
        file.endsWith('.ts') &&
        readFileSync(join(ROOT, file), 'utf8').includes(one.find),
    ),
  }))
  for (const { file, find, replace } of plants)
    if (file) {
      const code = readFileSync(join(root, file), 'utf8')
      writeFileSync(
        join(root, file),
        code.replace(find, () => replace),
      )
    }
  const vitest = join(root, 'node_modules/.bin/vitest')
  const text = await run(vitest, ['run', '--project', 'unit', 'fingerprints.test.ts'], root)
  return plants.map(({ service, version, find, file }) => ({
    guard: 'results',
    what: `changed result of ${version}`,
    where: file ?? `no file of ${service} contains: ${find}`,
    ok: file !== undefined && text.includes(`raise ${version} and run npm run fingerprints`),
  }))
}

const started = performance.now()
const resultRoot = copyTree('canary-results', (file) => RESULTS.test(file))
const root = copyTree('canary', (file) => SKELETON.test(file))
// Apart: a forbidden import brings Node's types along, which would hide a missing one from the type checker.
const arrowRoot = copyTree('canary-arrows', (file) => SKELETON.test(file))
try {
  const services = SERVICES
  const rooms = services.flatMap((service) => ROOMS.map((room) => ({ room, service })))
  const plants: Plant[] = [
    ...SHARED_PLANTS,
    ...services.flatMap((service) =>
      [...SERVICE_PLANTS, ...(hasLab(service) ? LAB_PLANTS : [])].map((one) => ({
        ...one,
        file: place(one.file, service),
      })),
    ),
  ]
  for (const service of services) {
    for (const target of Object.values(targets).filter((path) => !isPackage(path))) {
      plant(arrowRoot, place(target, service), 'export const target = 1\n')
    }
    plant(
      arrowRoot,
      `services/${service}/src/domain/canary-cycle-a.ts`,
      "export * from './canary-cycle-b.ts'\n",
    )
    plant(
      arrowRoot,
      `services/${service}/src/domain/canary-cycle-b.ts`,
      "export * from './canary-cycle-a.ts'\n",
    )
    for (const [file, code] of ROOM_CIRCLE) plant(arrowRoot, place(file, service), code)
  }
  for (const { room, service } of rooms) plant(arrowRoot, place(room.file, service), roomCode(room, service))
  for (const { file, code } of plants) plant(root, file, code)

  const [found, results] = await Promise.all([findings(root, arrowRoot), resultVerdicts(resultRoot)])
  const arrows = found.arrows ?? []
  const points = (finding: Finding, target: string) =>
    isPackage(target)
      ? finding.to === target ||
        finding.to === target.replace('node:', '') ||
        finding.to?.includes(`node_modules/${target}/`)
      : finding.to === target

  const verdicts: Verdict[] = [
    ...rooms.flatMap(({ room, service }) => {
      const file = place(room.file, service)
      const named = (names: readonly string[]) =>
        names.flatMap((name) => {
          const target = targetOf(name, service)
          return target === undefined ? [] : [{ name, target }]
        })
      return [
        ...named(room.forbidden).map(({ name, target }) => ({
          guard: 'arrows',
          what: `${room.room} ↛ ${name}`,
          where: file,
          ok: arrows.some((one) => one.rule === room.room && one.file === file && points(one, target)),
        })),
        ...named(room.allowed).map(({ name, target }) => ({
          guard: 'arrows',
          what: `${room.room} → ${name} is let through`,
          where: file,
          ok: !arrows.some((one) => one.file === file && points(one, target)),
        })),
      ]
    }),
    ...services.map((service) => ({
      guard: 'arrows',
      what: 'no-cycles',
      where: `services/${service}/src/domain/canary-cycle-a.ts`,
      ok: arrows.some(
        (one) =>
          one.rule === 'no-cycles' && one.file.startsWith(`services/${service}/src/domain/canary-cycle`),
      ),
    })),
    ...services.map((service) => ({
      guard: 'arrows',
      what: 'no-room-circles',
      where: `services/${service}/src/domain/canary-north`,
      ok:
        arrows.filter(
          (one) =>
            one.rule === 'no-room-circles' && one.file.startsWith(`services/${service}/src/domain/canary-`),
        ).length === 2,
    })),
    ...ARROWS.map(({ name }) => ({
      guard: 'arrows',
      what: `rule ${name} has a plant`,
      where: 'tooling/guards/plants/arrows.ts',
      ok: name === 'no-cycles' || ROOMS.some(({ room, forbidden }) => room === name && forbidden.length > 0),
    })),
    ...plants.map(({ guard, what, file, expect }) => ({
      guard,
      what,
      where: file,
      ok: (found[guard] ?? []).some((one) => one.file === file && new RegExp(expect).test(one.rule)),
    })),
    ...results,
    ...wordVerdicts(),
  ]

  const missed = verdicts.filter(({ ok }) => !ok)
  console.log('guard    planted  caught')
  for (const guard of ['types', 'biome', 'oxlint', 'arrows', 'results', 'words']) {
    const own = verdicts.filter((verdict) => verdict.guard === guard)
    console.log(
      `${guard.padEnd(8)} ${String(own.length).padStart(7)} ${String(own.filter(({ ok }) => ok).length).padStart(7)}`,
    )
  }
  for (const { guard, what, where } of missed) console.log(`NOT CAUGHT by ${guard}: ${what} (${where})`)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`canary: ${verdicts.length - missed.length} passed, ${missed.length} failed in ${seconds} s`)
  process.exitCode = missed.length > 0 ? 1 : 0
} finally {
  if (process.argv.includes('--keep')) console.log(`kept ${root}, ${arrowRoot} and ${resultRoot}`)
  else for (const folder of [root, arrowRoot, resultRoot]) removeTree(folder)
}
