import { readFileSync } from 'node:fs'

const golden = JSON.parse(readFileSync(new URL('../fixtures/metrics.json', import.meta.url), 'utf8')) as {
  people: { man: Record<string, unknown> }
}

/** Every measurement of the man of the golden values: all that any metric of an adult can use. */
export const FULL_PARAMETERS = golden.people.man
