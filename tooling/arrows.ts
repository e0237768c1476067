/**
 * `npm run arrows [root]`: the dependency arrows, by dependency-cruiser.
 *
 * dependency-cruiser needs TypeScript below 7 and, finding 7, silently skips every .ts file. So it is given the
 * TypeScript 5.9 that lives beside this tooling, and a run that saw no TypeScript is a failure.
 */
import { existsSync, globSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ICruiseResult } from 'dependency-cruiser'
import { ARROWS } from './guards/arrow-rules.ts'
import { roomCircles } from './guards/room-circles.ts'

const typescript5 = createRequire(import.meta.url).resolve('typescript')
const manifest5 = createRequire(import.meta.url).resolve('typescript/package.json')

registerHooks({
  resolve(specifier, context, next) {
    if (context.parentURL?.includes('/dependency-cruiser/')) {
      if (specifier === 'typescript') return { url: pathToFileURL(typescript5).href, shortCircuit: true }
      if (specifier === 'typescript/package.json')
        return { url: pathToFileURL(manifest5).href, shortCircuit: true }
    }
    return next(specifier, context)
  },
})

const { cruise } = await import('dependency-cruiser')
const json = process.argv.includes('--json')
process.chdir(resolve(process.argv.slice(2).find((word) => !word.startsWith('--')) ?? '.'))

const folders = ['packages', 'services', 'site', 'tooling'].filter((folder) => existsSync(folder))
const result = await cruise(
  folders,
  {
    ruleSet: { forbidden: ARROWS },
    validate: true,
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Our own build output only. What packages ship often lies in dist too, and imports of it count.
    exclude: {
      path: [
        '^(site|tooling)/(dist|\\.tsc|\\.astro)/',
        '^(packages|services)/[^/]+/(dist|\\.tsc)/',
        '^services/[^/]+/(client|lab|web)/(dist|\\.tsc)/',
      ],
    },
    outputType: 'json',
  },
  {
    extensions: ['.ts', '.tsx', '.js', '.json'],
    exportsFields: ['exports'],
    conditionNames: ['import', 'node', 'types'],
  },
)
const { modules, summary } = JSON.parse(String(result.output)) as ICruiseResult

const onDisk = globSync('{packages,services,site,tooling}/**/*.ts', {
  exclude: (path) => /(^|\/)(node_modules|dist|\.tsc|\.astro)(\/|$)/.test(path),
}).length
const seen = modules.filter(({ source }) => /^(packages|services|site|tooling)\/.*\.ts$/.test(source)).length

const CIRCLES = 'no-room-circles'
const imports = modules.flatMap(({ source, dependencies }) =>
  dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
)
const violations = [
  ...summary.violations.map(({ rule, from, to }) => ({ rule: { name: rule.name }, from, to })),
  ...roomCircles(imports).map((one) => ({ rule: { name: CIRCLES }, ...one })),
]
const reasonOf = (rule: string) =>
  rule === CIRCLES
    ? 'two folders of a domain that need each other are one subject, or share a third'
    : ARROWS.find(({ name }) => name === rule)?.comment

if (json) console.log(JSON.stringify(violations))
else
  for (const { rule, from, to } of violations)
    console.error(`${rule.name}: ${from} → ${to}\n    ${reasonOf(rule.name)}`)
const blind = seen < onDisk || onDisk === 0
if (blind)
  console.error(`arrows saw ${seen} of ${onDisk} TypeScript files: the parser is missing, nothing is proven`)
console.error(`arrows: ${seen} files, ${ARROWS.length + 1} rules, ${violations.length} violations`)
process.exitCode = blind || violations.length > 0 ? 1 : 0
