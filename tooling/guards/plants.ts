/**
 * What the canary plants: for every guard, code that it must refuse and, for the arrows, code that it must accept.
 * Written by hand, apart from the rules, so that a rule that is loosened by mistake is noticed.
 */
export interface Plant {
  readonly guard: 'types' | 'biome' | 'oxlint'
  readonly what: string
  readonly file: string
  readonly code: string
  /** The rule or error code that must be reported for this file. */
  readonly expect: string
}

/** What one room must not and may import, as names of TARGETS. */
export interface RoomPlant {
  readonly room: string
  /** Path below the service, or from the root when it starts with `/`; SERVICE stands for the service's name. */
  readonly file: string
  readonly forbidden: readonly string[]
  readonly allowed: readonly string[]
  /** Import with `import type`. */
  readonly typeOnly?: boolean
}

/** Files and packages that plants point at; a path is below the service, or from the root when it starts with `/`. */
export const TARGETS: Readonly<Record<string, string>> = {
  domain: 'src/domain/canary-target.ts',
  operations: 'src/operations/canary-target.ts',
  ports: 'src/operations/ports.ts',
  adapters: 'src/adapters/canary-target.ts',
  wire: 'src/wire/canary-target.ts',
  http: 'src/http/canary-target.ts',
  jobs: 'src/jobs/canary-target.ts',
  cli: 'src/cli/canary-target.ts',
  config: 'src/config.ts',
  compose: 'src/compose.ts',
  'compose folder': 'src/compose/canary-target.ts',
  client: 'client/canary-target.ts',
  web: 'web/canary-target.ts',
  bench: 'bench/canary-target.ts',
  test: 'test/canary-target.ts',
  lab: 'lab/canary-target.ts',
  kit: '/packages/kit/src/canary-target.ts',
  'client core': '/packages/client-core/src/canary-target.ts',
  tooling: '/tooling/canary-target.ts',
  'other service': '/services/canary-other/src/domain/canary-target.ts',
  'other client': '/services/canary-other/client/canary-target.ts',
  'node:fs': 'node:fs',
  'impure package': 'fastify',
  'development package': 'fast-check',
  'pure package': 'minisearch',
  typebox: 'typebox',
  'openapi-fetch': 'openapi-fetch',
}

const OUTSIDE = ['client', 'web', 'bench', 'test', 'lab', 'tooling', 'other service']

export const ROOMS: readonly RoomPlant[] = [
  {
    room: 'domain',
    file: 'src/domain/canary-room.ts',
    forbidden: [
      'operations',
      'ports',
      'adapters',
      'wire',
      'http',
      'jobs',
      'cli',
      'config',
      'compose',
      'compose folder',
      'kit',
      'node:fs',
      'impure package',
      ...OUTSIDE,
    ],
    allowed: ['domain', 'pure package'],
  },
  {
    room: 'operations',
    file: 'src/operations/canary-room.ts',
    forbidden: [
      'adapters',
      'wire',
      'http',
      'jobs',
      'cli',
      'config',
      'compose',
      'compose folder',
      'kit',
      'node:fs',
      'impure package',
      ...OUTSIDE,
    ],
    allowed: ['domain', 'operations', 'ports', 'pure package'],
  },
  {
    room: 'adapters',
    file: 'src/adapters/canary-room.ts',
    forbidden: [
      'operations',
      'wire',
      'http',
      'jobs',
      'cli',
      'config',
      'compose',
      'compose folder',
      ...OUTSIDE,
    ],
    allowed: ['domain', 'ports', 'adapters', 'kit', 'node:fs'],
  },
  {
    room: 'wire',
    file: 'src/wire/canary-room.ts',
    forbidden: [
      'adapters',
      'http',
      'jobs',
      'cli',
      'config',
      'compose',
      'compose folder',
      'kit',
      'node:fs',
      'impure package',
      ...OUTSIDE,
    ],
    allowed: ['domain', 'wire', 'pure package', 'typebox'],
  },
  {
    room: 'wire-operations-as-type',
    file: 'src/wire/canary-operations.ts',
    forbidden: ['operations'],
    allowed: [],
  },
  {
    room: 'wire-operations-as-type',
    file: 'src/wire/canary-operations-type.ts',
    forbidden: [],
    allowed: ['operations'],
    typeOnly: true,
  },
  {
    room: 'http',
    file: 'src/http/canary-room.ts',
    forbidden: ['adapters', 'jobs', 'cli', 'compose', 'compose folder', ...OUTSIDE],
    allowed: ['domain', 'operations', 'ports', 'wire', 'http', 'kit', 'node:fs'],
  },
  {
    room: 'jobs',
    file: 'src/jobs/canary-room.ts',
    forbidden: ['adapters', 'http', 'cli', 'compose', 'compose folder', ...OUTSIDE],
    allowed: ['domain', 'operations', 'ports', 'wire', 'jobs', 'kit', 'node:fs'],
  },
  {
    room: 'config',
    file: 'src/config.ts',
    forbidden: ['operations', 'adapters', 'http', 'jobs', 'cli', ...OUTSIDE],
    allowed: ['domain', 'kit', 'node:fs'],
  },
  ...['src/compose.ts', 'src/compose/canary-room.ts', 'src/compose/threads/canary-room.ts'].map((file) => ({
    room: 'compose',
    file,
    forbidden: ['cli', ...OUTSIDE],
    allowed: ['domain', 'operations', 'adapters', 'http', 'jobs', 'config', 'kit', 'node:fs'],
  })),
  {
    room: 'cli',
    file: 'src/cli/canary-room.ts',
    forbidden: OUTSIDE,
    allowed: [
      'domain',
      'operations',
      'adapters',
      'http',
      'jobs',
      'cli',
      'config',
      'compose',
      'kit',
      'node:fs',
    ],
  },
  {
    room: 'client',
    file: 'client/canary-room.ts',
    forbidden: [
      'domain',
      'operations',
      'http',
      'kit',
      'web',
      'node:fs',
      'impure package',
      'tooling',
      'other client',
    ],
    allowed: ['client', 'client core', 'openapi-fetch'],
  },
  {
    room: 'client-core',
    file: '/packages/client-core/src/canary-room-of-SERVICE.ts',
    forbidden: ['domain', 'client', 'kit', 'node:fs', 'impure package', 'openapi-fetch', 'tooling'],
    allowed: ['client core'],
  },
  {
    room: 'web',
    file: 'web/canary-room.ts',
    forbidden: ['domain', 'operations', 'http', 'config', 'kit', 'node:fs', 'tooling', 'other client'],
    allowed: ['web', 'client'],
  },
  {
    room: 'bench',
    file: 'bench/canary-room.ts',
    forbidden: ['other service', 'other client'],
    allowed: [
      'domain',
      'adapters',
      'http',
      'compose',
      'client',
      'bench',
      'test',
      'lab',
      'kit',
      'tooling',
      'node:fs',
      'development package',
    ],
  },
  {
    room: 'lab',
    file: 'lab/canary-room.ts',
    forbidden: ['bench', 'client', 'web', 'tooling', 'other service', 'other client'],
    allowed: [
      'domain',
      'operations',
      'adapters',
      'compose',
      'test',
      'lab',
      'kit',
      'node:fs',
      'development package',
    ],
  },
  {
    room: 'test',
    file: 'test/canary-room.ts',
    forbidden: ['lab', 'other service', 'other client'],
    allowed: [
      'domain',
      'adapters',
      'http',
      'compose',
      'client',
      'test',
      'kit',
      'tooling',
      'node:fs',
      'development package',
    ],
  },
  ...['http', 'jobs'].flatMap((door) => [
    { room: 'config-as-type', file: `src/${door}/canary-config.ts`, forbidden: ['config'], allowed: [] },
    {
      room: 'config-as-type',
      file: `src/${door}/canary-config-type.ts`,
      forbidden: [],
      allowed: ['config'],
      typeOnly: true,
    },
  ]),
  {
    room: 'domain-tests',
    file: 'src/domain/canary-room.test.ts',
    forbidden: ['operations', 'adapters', 'http', 'kit', 'tooling', 'other service'],
    allowed: ['domain', 'node:fs', 'development package', 'pure package'],
  },
  {
    room: 'tests-stay-at-home',
    file: 'src/http/canary-room.test.ts',
    forbidden: ['other service', 'other client'],
    allowed: ['adapters', 'compose', 'kit', 'development package'],
  },
  {
    room: 'no-test-code-in-src',
    file: 'src/http/canary-development-package.ts',
    forbidden: ['development package'],
    allowed: [],
  },
  {
    room: 'kit',
    file: '/packages/kit/src/canary-room-of-SERVICE.ts',
    forbidden: ['domain', 'config', 'client', 'tooling'],
    allowed: ['kit', 'node:fs'],
  },
  {
    room: 'kit-tests',
    file: '/packages/kit/test/canary-room-of-SERVICE.ts',
    forbidden: ['domain', 'compose', 'client'],
    allowed: ['kit', 'tooling', 'node:fs', 'development package'],
  },
  {
    room: 'ui',
    file: '/packages/ui/canary-room-of-SERVICE.ts',
    forbidden: ['domain', 'web', 'kit', 'tooling', 'node:fs'],
    allowed: [],
  },
  {
    room: 'tooling',
    file: '/tooling/canary-room-of-SERVICE.ts',
    forbidden: ['domain', 'compose', 'kit'],
    allowed: ['tooling', 'node:fs'],
  },
]

/** Two rooms of a domain that import each other through different files, and a test that may; paths are below the service. */
export const ROOM_CIRCLE: readonly (readonly [file: string, code: string])[] = [
  ['src/domain/canary-north/leaf.ts', 'export const leaf = 1\n'],
  ['src/domain/canary-north/root.ts', "export * from '../canary-south/root.ts'\n"],
  ['src/domain/canary-south/root.ts', 'export const root = 1\n'],
  ['src/domain/canary-south/leaf.ts', "export * from '../canary-north/leaf.ts'\n"],
  ['src/domain/canary-south/leaf.test.ts', "export * from '../canary-north/leaf.ts'\n"],
]

const PROMISES = {
  floating: 'export async function work(): Promise<void> {}\nexport function call(): void {\n  work()\n}\n',
  misused:
    'export function call(list: string[]): void {\n  list.forEach(async (text) => {\n    await Promise.resolve(text)\n  })\n}\n',
}

/** Plants that every service gets; paths are below the service. */
export const SERVICE_PLANTS: readonly Plant[] = [
  ...(
    [
      ['node-process', 'process in domain', 'export const pid = process.pid\n', 'TS2580|TS2591|TS2304'],
      [
        'node-import',
        'node:fs in domain',
        "import { readFileSync } from 'node:fs'\nexport const read = readFileSync\n",
        'TS2307|TS2591',
      ],
      ['node-buffer', 'Buffer in domain', 'export const bytes = Buffer.alloc(1)\n', 'TS2580|TS2591|TS2304'],
      ['dom-fetch', 'fetch in domain', "export const answer = fetch('x')\n", 'TS2304'],
      ['dom-console', 'console in domain', 'export const log = console\n', 'TS2584|TS2304'],
      ['dom-timer', 'setTimeout in domain', 'export const wait = setTimeout\n', 'TS2304'],
      [
        'unchecked',
        'unchecked index in domain',
        'export const first = (list: number[]): number => list[0]\n',
        'TS2322',
      ],
    ] as const
  ).map(([name, what, code, expect]) => ({
    guard: 'types' as const,
    what,
    file: `src/domain/canary-${name}.ts`,
    code,
    expect,
  })),
  ...['src/operations', 'src/adapters', 'src/wire', 'src/http', 'src/cli', 'client', 'bench', 'test'].map(
    (folder) => ({
      guard: 'types' as const,
      what: `type error in ${folder}`,
      file: `${folder}/canary-wrong-type.ts`,
      code: "export const count: number = 'one'\n",
      expect: 'TS2322',
    }),
  ),
  ...['src/domain/canary-wrong-type.test.ts', 'src/http/canary-wrong-type.test.ts'].map((file) => ({
    guard: 'types' as const,
    what: `type error in ${file.split('/')[1]} test`,
    file,
    code: "export const count: number = 'one'\n",
    expect: 'TS2322',
  })),
  {
    guard: 'types',
    what: 'enum (not erasable)',
    file: 'src/http/canary-enum.ts',
    code: 'export enum Colour {\n  Red,\n}\n',
    expect: 'TS1294',
  },
  ...[
    'src/domain',
    'src/operations',
    'src/adapters',
    'src/wire',
    'src/http',
    'src/jobs',
    'src/cli',
    'bench',
    'test',
  ].flatMap((folder) => [
    {
      guard: 'oxlint' as const,
      what: `floating promise in ${folder}`,
      file: `${folder}/canary-floating.ts`,
      code: PROMISES.floating,
      expect: 'no-floating-promises',
    },
    {
      guard: 'oxlint' as const,
      what: `misused promise in ${folder}`,
      file: `${folder}/canary-misused.ts`,
      code: PROMISES.misused,
      expect: 'no-misused-promises',
    },
  ]),
  ...['src/domain', 'src/operations', 'src/adapters', 'src/http', 'src/jobs', 'src/cli', 'client', 'web'].map(
    (folder) => ({
      guard: 'biome' as const,
      what: `process.env in ${folder}`,
      file: `${folder}/canary-environment.ts`,
      code: 'export const home = process.env.HOME\n',
      expect: 'noProcessEnv',
    }),
  ),
  ...['src/compose-canary.ts', 'src/compose/canary-environment.ts'].map((file) => ({
    guard: 'biome' as const,
    what: 'imported env in compose',
    file,
    code: "import { env } from 'node:process'\n\nexport const home = env.HOME\n",
    expect: 'noProcessEnv',
  })),
  ...['src/domain', 'src/operations'].flatMap((folder) =>
    (
      [
        ['clock', 'Date.now()', 'export const at = Date.now()\n'],
        ['new-date', 'new Date()', 'export const at = new Date()\n'],
        ['date-text', 'Date()', 'export const at = Date()\n'],
        ['dice', 'Math.random()', 'export const roll = Math.random()\n'],
        ['dice-passed', 'Math.random passed on', 'export const rolls = [1].map(Math.random)\n'],
      ] as const
    ).map(([name, what, code]) => ({
      guard: 'biome' as const,
      what: `${what} in ${folder}`,
      file: `${folder}/canary-${name}.ts`,
      code,
      expect: 'plugin',
    })),
  ),
  {
    guard: 'biome',
    what: 'file name not in kebab-case',
    file: 'src/http/canaryName.ts',
    code: 'export const one = 1\n',
    expect: 'useFilenamingConvention',
  },
]

/** Plants of a service that has a lab; paths are below the service. */
export const LAB_PLANTS: readonly Plant[] = [
  {
    guard: 'types',
    what: 'type error in lab',
    file: 'lab/canary-wrong-type.ts',
    code: "export const count: number = 'one'\n",
    expect: 'TS2322',
  },
  {
    guard: 'oxlint',
    what: 'floating promise in lab',
    file: 'lab/canary-floating.ts',
    code: PROMISES.floating,
    expect: 'no-floating-promises',
  },
]

/** Plants outside the services. */
export const SHARED_PLANTS: readonly Plant[] = [
  {
    guard: 'types',
    what: 'type error in kit',
    file: 'packages/kit/src/canary-wrong-type.ts',
    code: "export const count: number = 'one'\n",
    expect: 'TS2322',
  },
  {
    guard: 'types',
    what: 'type error in tooling',
    file: 'tooling/canary-wrong-type.ts',
    code: "export const count: number = 'one'\n",
    expect: 'TS2322',
  },
  {
    guard: 'oxlint',
    what: 'floating promise in kit',
    file: 'packages/kit/src/canary-floating.ts',
    code: PROMISES.floating,
    expect: 'no-floating-promises',
  },
  {
    guard: 'oxlint',
    what: 'misused promise in kit',
    file: 'packages/kit/src/canary-misused.ts',
    code: PROMISES.misused,
    expect: 'no-misused-promises',
  },
  {
    guard: 'biome',
    what: 'process.env in kit',
    file: 'packages/kit/src/canary-environment.ts',
    code: 'export const home = process.env.HOME\n',
    expect: 'noProcessEnv',
  },
]

/** A change of a result that must not pass while its version stands still. */
export interface ResultPlant {
  readonly service: string
  /** Name of the constant that the test must ask to raise. */
  readonly version: string
  /** Text of one file below `src/`, wherever it lies, and what it becomes. */
  readonly find: string
  readonly replace: string
}

export const RESULT_PLANTS: readonly ResultPlant[] = [
  {
    service: 'query',
    version: 'MODEL_VERSION',
    find: '10 * weightKg + 6.25 * heightCm',
    replace: '10 * weightKg + 6.26 * heightCm',
  },
  {
    service: 'query',
    version: 'FORMAT_VERSION',
    find: 'const rounded = value.toFixed(card.decimals)',
    replace: 'const rounded = value.toFixed(card.decimals + 1)',
  },
  {
    service: 'evidence',
    version: 'ALGORITHM_VERSION',
    find: 'normalQuantile((i + 0.5) / 64)',
    replace: 'normalQuantile((i + 0.4) / 64)',
  },
  {
    service: 'audio',
    version: 'ENGINE_VERSION',
    find: 'const METRICAL_WEIGHT = 0.7',
    replace: 'const METRICAL_WEIGHT = 0.4',
  },
  {
    service: 'audio',
    version: 'SEARCH_MODEL_VERSION',
    find: 'const LENGTH_SCALE = 8',
    replace: 'const LENGTH_SCALE = 9',
  },
]
