import { builtinModules } from 'node:module'
import type { IForbiddenRuleType } from 'dependency-cruiser'
import { PURE_PACKAGES } from './pure-packages.ts'

/**
 * The arrows of ARCHITECTURE.md. Each room names all that it may import; anything else is a violation, also what
 * cannot be resolved. In a `from`, the first group captures the service and `$1` in `to` means the same one.
 */
const SERVICE = '^services/([^/]+)'
const OWN = '^services/$1'
const KIT = '^packages/kit/src/'
const CLIENT_CORE = '^packages/client-core/src/'
const UI = '^packages/ui/'
const TOOLING = '^tooling/'
const NPM = '(^|/)node_modules/(?!@assay/)'
const PURE = `(^|/)node_modules/(${PURE_PACKAGES.join('|')})/`
/** A built-in module of Node resolves to its bare name; a few exist only with the prefix. */
const NODE = `^(node:)?(${builtinModules.map((name) => name.replace('node:', '')).join('|')})$`
const TEST = '\\.test\\.tsx?$'

/** `from` may import only what matches one of `only`. */
const room = (name: string, from: string, only: string[], comment: string): IForbiddenRuleType => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: TEST },
  to: { pathNot: only },
})

export const ARROWS: IForbiddenRuleType[] = [
  room(
    'domain',
    `${SERVICE}/src/domain/`,
    [`${OWN}/src/domain/`, PURE],
    'domain is pure: only its own domain and the packages of tooling/guards/pure-packages.ts',
  ),
  room(
    'operations',
    `${SERVICE}/src/operations/`,
    [`${OWN}/src/(domain|operations)/`, PURE],
    'an operation knows domain and ports; the world comes in as an argument',
  ),
  room(
    'adapters',
    `${SERVICE}/src/adapters/`,
    [`${OWN}/src/(domain|adapters)/`, `${OWN}/src/operations/ports(\\.ts$|/)`, KIT, NPM, NODE],
    'an adapter implements a port; it knows neither doors nor operations nor configuration',
  ),
  room(
    'wire',
    `${SERVICE}/src/wire/`,
    [
      `${OWN}/src/(domain|wire)/`,
      `${OWN}/src/operations/`,
      `${KIT}(formula-cell|problem|sheet)\\.ts$`,
      '(^|/)node_modules/typebox/',
      PURE,
    ],
    'wire shapes what is sent and stored: schemas and presenters of domain values, for every door',
  ),
  {
    name: 'wire-operations-as-type',
    comment: 'a presenter may know the result of an operation, never call one',
    severity: 'error',
    from: { path: `${SERVICE}/src/wire/`, pathNot: TEST },
    to: { path: `${OWN}/src/operations/`, dependencyTypesNot: ['type-only'] },
  },
  room(
    'http',
    `${SERVICE}/src/http/`,
    [`${OWN}/src/(domain|operations|wire|http)/`, `${OWN}/src/config\\.ts$`, KIT, NPM, NODE],
    'a route parses, calls one operation, presents; adapters reach it through buildApp(deps)',
  ),
  room(
    'jobs',
    `${SERVICE}/src/jobs/`,
    [`${OWN}/src/(domain|operations|wire|jobs)/`, `${OWN}/src/config\\.ts$`, KIT, NPM, NODE],
    'a job is a second door to the same operation',
  ),
  room(
    'config',
    `${SERVICE}/src/config\\.ts$`,
    [`${OWN}/src/domain/`, KIT, NPM, NODE],
    'configuration is read by everyone who composes and reads nobody',
  ),
  room(
    'compose',
    `${SERVICE}/src/compose([^/]*\\.ts$|/)`,
    [`${OWN}/src/(?!cli/)`, KIT, NPM, NODE],
    'compose wires every room except the command line that calls it',
  ),
  room(
    'cli',
    `${SERVICE}/src/cli/`,
    [`${OWN}/src/`, KIT, NPM, NODE],
    'the command line knows its own service only',
  ),
  room(
    'client',
    `${SERVICE}/client/`,
    [`${OWN}/client/`, CLIENT_CORE, '(^|/)node_modules/openapi-fetch/'],
    'the client is generated types and openapi-fetch: it must build without the service',
  ),
  room('client-core', CLIENT_CORE, [CLIENT_CORE], 'what clients share is packed into them and needs nothing'),
  room(
    'web',
    `${SERVICE}/web/(?!vite\\.config)`,
    [`${OWN}/(web|client)/`, UI, NPM],
    'the page talks to its service through the client only',
  ),
  room('kit', '^packages/kit/src/', [KIT, NPM, NODE], 'the kit knows no service'),
  room(
    'kit-tests',
    '^packages/kit/(?!src/)',
    ['^packages/kit/', TOOLING, NPM, NODE],
    'the tests of the kit know no service',
  ),
  room('ui', '^packages/ui/src/', [UI, NPM], 'the components know no service'),
  room('tooling', TOOLING, [TOOLING, NPM, NODE], 'tooling works with any service deleted'),
  room(
    'site',
    '^site/',
    ['^site/', TOOLING, UI, NPM, NODE],
    'the site finds what services bring by path, so no service is imported statically',
  ),
  room(
    'bench',
    `${SERVICE}/bench/`,
    [`${OWN}/`, KIT, TOOLING, NPM, NODE],
    'measurements belong to one service',
  ),
  room(
    'test',
    `${SERVICE}/(test|fixtures)/`,
    [`${OWN}/(?!lab/)`, KIT, TOOLING, NPM, NODE],
    'tests belong to one service, which must stay green without its lab',
  ),
  room(
    'lab',
    `${SERVICE}/lab/`,
    [`${OWN}/(src|test|lab)/`, KIT, NPM, NODE],
    'the lab measures and trains its own service; nothing shipped and no test imports it',
  ),
  {
    name: 'config-as-type',
    comment: 'a door may know the shape of the configuration; its values come in through compose',
    severity: 'error',
    from: { path: `${SERVICE}/src/(http|jobs)/`, pathNot: TEST },
    to: { path: `${OWN}/src/config\\.ts$`, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'domain-tests',
    comment: 'a unit test of domain is as free of the world as domain, but for its runner and fixtures',
    severity: 'error',
    from: { path: `${SERVICE}/src/domain/.*${TEST}` },
    to: { pathNot: [`${OWN}/(src/domain|fixtures)/`, NPM, NODE] },
  },
  {
    name: 'tests-stay-at-home',
    comment: 'a test never reaches into another service',
    severity: 'error',
    from: { path: `${SERVICE}/.*${TEST}` },
    to: { path: '^services/', pathNot: `${OWN}/` },
  },
  {
    name: 'no-test-code-in-src',
    comment:
      'shipped code imports neither a test nor a package that is a development dependency or undeclared',
    severity: 'error',
    from: { path: '^(services|packages)/[^/]+/src/', pathNot: TEST },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'no-cycles',
    comment: 'two files that import each other are one idea in two places',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
]
