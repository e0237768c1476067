/**
 * Counts which facts about recordings hold (`facts.ts`): `npm run accuracy:facts -w @assay/audio`. The library has all
 * recordings; the ranking is that of the service, filters included. By default the recordings are measured with the
 * engine of this tree. `--ci` uses the committed measures (`measured-recordings.json`), `--write` commits them,
 * `--verbose` lists the facts that do not hold.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { runOptions } from '@assay/kit/testing-options'
import { atLeast, figure, report } from '@assay/kit/testing-report'
import { describeTrack } from '../../src/domain/semantic/describe-track.ts'
import { shippedBank } from '../../src/domain/semantic/example-bank.ts'
import { filtersInWords } from '../../src/domain/semantic/filters-in-words.ts'
import { clearlyHeard } from '../../src/domain/semantic/heard-axes.ts'
import {
  queryFromExample,
  queryVector,
  readQuery,
  scoreOf,
  trackVector,
} from '../../src/domain/semantic/search-vector.ts'
import { rememberingEmbedder } from './embedder.ts'
import { FACTS, type Fact } from './facts.ts'
import { measureRecordings, type Recording } from './recordings.ts'

const { is } = runOptions({ flags: ['ci', 'write', 'verbose'] })
const FILE = new URL('measured-recordings.json', import.meta.url)
/** Share of the facts that must hold. */
const BOUND = 0.9
/** Digits of a committed measure. */
const DIGITS = 4

async function recordings(): Promise<readonly Recording[]> {
  if (is.ci) return JSON.parse(await readFile(FILE, 'utf8')) as Recording[]
  const measured = await measureRecordings()
  if (is.write) {
    const short = (_: string, value: unknown) =>
      typeof value === 'number' ? Number(value.toPrecision(DIGITS)) : value
    const lines = measured.map((recording) => `  ${JSON.stringify(recording, short)}`)
    await writeFile(FILE, `[\n${lines.join(',\n')}\n]\n`)
  }
  return measured
}

const embedder = rememberingEmbedder()
const bank = shippedBank()
const library = await recordings()
const described = await embedder.embed(library.map(({ measures }) => describeTrack(measures)))
const tracks = library.map((recording, i) => ({
  ...recording,
  vector: trackVector(recording.measures, described[i]!),
  heard: clearlyHeard(recording.measures),
}))
// A file without music is in no search.
const ranked = tracks.filter(({ measures }) => measures.music !== false)

const orderBy = (among: typeof ranked, vector: Float32Array): string[] =>
  among
    .map(({ id, vector: track }) => ({ id, score: scoreOf(vector, track) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ id }) => id)

async function hitsFor(query: string): Promise<string[]> {
  const { filter, rest } = filtersInWords(query)
  const read = readQuery(rest)
  const [affirmed = null] = read.affirmed === '' ? [] : await embedder.embed([read.affirmed])
  const among = ranked.filter(({ heard }) => !heard.some((thing) => filter.without?.includes(thing)))
  return orderBy(among, queryVector(read, affirmed, bank).vector)
}

function hitsLike(id: string): string[] {
  const example = tracks.find((track) => track.id === id)
  if (example === undefined) throw new Error(`no recording ${id}`)
  return orderBy(
    ranked.filter((track) => track.id !== id),
    queryFromExample(example.vector),
  )
}

/** Returns the place of a recording, from 1; infinite when it is not a hit. */
const placeOf = (hits: readonly string[], id: string): number => {
  if (!tracks.some((track) => track.id === id)) throw new Error(`no recording ${id}`)
  const at = hits.indexOf(id)
  return at < 0 ? Number.POSITIVE_INFINITY : at + 1
}

async function check(fact: Fact): Promise<{ holds: boolean; kind: string; found: string }> {
  if ('never' in fact)
    return {
      kind: 'never ranks',
      holds:
        placeOf(
          ranked.map(({ id }) => id),
          fact.never,
        ) === Number.POSITIVE_INFINITY,
      found: `${fact.never}: music heard`,
    }
  const hits = 'like' in fact ? hitsLike(fact.like) : await hitsFor(fact.query)
  const asked = 'like' in fact ? `like ${fact.like}` : fact.query
  if ('better' in fact) {
    const [better, worse] = [placeOf(hits, fact.better), placeOf(hits, fact.worse)]
    const found = `${asked}: ${fact.better} ${better}, ${fact.worse} ${worse}`
    return { kind: 'ranks above', holds: better < worse, found }
  }
  const [id, inside] = 'within' in fact ? [fact.within, true] : [fact.outside, false]
  const place = placeOf(hits, id)
  return {
    kind: 'like' in fact ? 'by example' : 'left out',
    holds: place <= fact.first === inside,
    found: `${asked}: ${id} ${place}`,
  }
}

const results: Awaited<ReturnType<typeof check>>[] = []
for (const fact of FACTS) results.push(await check(fact))
await embedder.close()
if (is.verbose) for (const { holds, found } of results) if (!holds) console.log(found)
const share = (some: typeof results) => some.filter(({ holds }) => holds).length / some.length
const named = new Set(
  FACTS.flatMap((fact) => Object.values(fact).filter((value) => tracks.some(({ id }) => id === value))),
)
report(
  [
    atLeast(`facts that hold, of ${FACTS.length} on ${named.size} recordings`, share(results), BOUND),
    ...[...new Set(results.map(({ kind }) => kind))].map((kind) => {
      const some = results.filter((result) => result.kind === kind)
      return figure(`${kind}, of ${some.length}`, share(some))
    }),
  ],
  {
    recorded: {
      run: 'audio-facts',
      command: `npm run accuracy:facts -w @assay/audio${is.ci ? ' -- --ci' : ''}`,
      form: is.ci ? 'committed measures' : 'recordings measured anew',
    },
  },
)
