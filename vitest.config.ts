import { defineConfig } from 'vitest/config'

const LAWS = ['tooling/law-seed.ts']

/** Browser tests that measure how fast a page answers. They run alone, one after the other; all others two at a time. */
const TIMED = [
  'services/audio/test/e2e/{library,mix}.test.ts',
  'services/evidence/test/e2e/sizes.test.ts',
  'services/query/test/e2e/{journeys,survey}.test.ts',
]
const BROWSER = {
  globalSetup: ['tooling/unpack.ts'],
  maxConcurrency: 3,
  expect: { poll: { timeout: 100_000 } },
  testTimeout: 300_000,
  hookTimeout: 300_000,
}

/**
 * Four suites: `unit` needs nothing, `integration` a PostgreSQL (server and embedded), `acceptance` a running service,
 * `e2e` and `e2e-timed` a browser and the packed services.
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
          include: [
            '{packages,services}/*/{src,lab,web/src}/**/*.test.ts',
            '{site/src,tooling}/**/*.test.ts',
          ],
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
          isolate: false,
          include: ['services/*/test/acceptance/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          ...BROWSER,
          name: 'e2e',
          include: ['services/*/test/e2e/**/*.test.ts'],
          exclude: TIMED,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...BROWSER,
          name: 'e2e-timed',
          include: TIMED,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
