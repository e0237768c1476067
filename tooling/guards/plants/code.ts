/** Code that the type checker, Biome or oxlint must refuse, and the rule that must report it. */
export interface Plant {
  readonly guard: 'types' | 'biome' | 'oxlint'
  readonly what: string
  readonly file: string
  readonly code: string
  /** The rule or error code that must be reported for this file. */
  readonly expect: string
}

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
