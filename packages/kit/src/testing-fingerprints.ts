import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Version of results that caches and replays rely on, with small fixtures of these results. */
export interface Versioned {
  /** Name of the constant, such as `ENGINE_VERSION`. */
  readonly name: string
  readonly version: string
  /** Computes the fixtures, directly or as a promise. Must be deterministic: no clock, no random numbers. */
  results(): unknown
}

type Fingerprints = Record<string, { version: string; fingerprint: string }>

/** Significant digits on which all machines agree; the last ones depend on the mathematical library. */
const DIGITS = 6
const NOISE = 1e-9

function rounded(_key: string, value: unknown): unknown {
  if (typeof value === 'number')
    return Number.isFinite(value)
      ? Math.abs(value) < NOISE
        ? 0
        : Number(value.toPrecision(DIGITS))
      : String(value)
  if (ArrayBuffer.isView(value)) return [...(value as unknown as Iterable<number>)]
  if (value instanceof Map || value instanceof Set) return [...value]
  return value
}

/** Returns the SHA-256 of a result with its numbers rounded to six significant digits. */
export const fingerprintOf = (result: unknown): string =>
  createHash('sha256').update(JSON.stringify(result, rounded)).digest('hex')

const readFingerprints = (file: string): Fingerprints =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Fingerprints) : {}

/** Compares a version with its committed fingerprint. Returns the problem and what to do, or undefined. */
export async function fingerprintProblem(
  file: string,
  { name, version, results }: Versioned,
): Promise<string | undefined> {
  const committed = readFingerprints(file)[name]
  if (committed?.version !== version)
    return `${name} is ${version}, its fingerprint is of ${committed?.version ?? 'no version'}: run npm run fingerprints`
  return committed.fingerprint === fingerprintOf(await results())
    ? undefined
    : `results changed: raise ${name} and run npm run fingerprints`
}

/**
 * Writes the fingerprints of all versions. Refuses a result that changed while its version did not, unless `force`
 * states that only the fixtures changed. Returns the remaining problems.
 */
export async function writeFingerprints(
  file: string,
  versions: readonly Versioned[],
  force = false,
): Promise<string[]> {
  const committed = readFingerprints(file)
  const problems: string[] = []
  const written: Fingerprints = {}
  for (const { name, version, results } of versions) {
    const fingerprint = fingerprintOf(await results())
    const before = committed[name]
    const lies = before?.version === version && before.fingerprint !== fingerprint && !force
    if (lies) problems.push(`results changed: raise ${name} and run npm run fingerprints`)
    written[name] = lies ? before : { version, fingerprint }
  }
  writeFileSync(file, `${JSON.stringify(written, null, 2)}\n`)
  return problems
}

/** Command behind `npm run fingerprints` for one service: writes its file and sets the exit code. */
export async function fingerprintsCommand(file: string, versions: readonly Versioned[]): Promise<void> {
  const problems = await writeFingerprints(file, versions, process.argv.includes('--fixtures-changed'))
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  process.stdout.write(
    `fingerprints: ${versions.length - problems.length} passed, ${problems.length} failed\n`,
  )
  process.exitCode = problems.length > 0 ? 1 : 0
}
