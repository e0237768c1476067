import { defineConfig } from 'vitest/config'

const LAWS = ['tooling/law-seed.ts']

/**
 * Four suites: `unit` needs nothing, `integration` a PostgreSQL (server and embedded), `acceptance` a running service,
 * `e2e` a browser and the packed services.
 * The files of a worker share its modules where loading them costs most: a test that changes something global puts it back.
 * The time limits only end tests that hang; they leave room for a machine that is five times slower than usual.
 */
export default defineConfig({
  test: {
    // Most tests wait for a process or a database of their own: one test file per core, not one less.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          setupFiles: LAWS,
          isolate: false,
          include: ['{packages,services}/*/{src,lab,web/src}/**/*.test.ts', 'tooling/**/*.test.ts'],
          testTimeout: 100_000,
        },
      },
      {
        test: {
          name: 'integration',
          setupFiles: LAWS,
          isolate: false,
          include: ['{packages,services}/*/test/**/*.int.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'acceptance',
          include: ['services/*/test/acceptance/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['services/*/test/e2e/**/*.test.ts'],
          globalSetup: ['tooling/unpack.ts'],
          // Some measure how fast a page answers: one file after the other. The rest of a file may be concurrent.
          fileParallelism: false,
          maxConcurrency: 3,
          expect: { poll: { timeout: 20_000 } },
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
