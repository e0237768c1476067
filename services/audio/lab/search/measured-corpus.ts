import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { TrackMeasures } from '../../src/domain/semantic/track-measures.ts'
import { PIECES } from '../corpus/pieces.ts'
import { corpusFolder, renderPiece } from '../corpus/render.ts'

export interface MeasuredPiece {
  readonly id: string
  readonly half: 'tuning' | 'held-out'
  readonly measures: TrackMeasures
}

const DOMAIN = new URL('../../src/domain/', import.meta.url).pathname
/** File with all 46 pieces as the engine measured them when it was written. */
const FILE = new URL('measured.json', import.meta.url)

/** Returns a digest that changes with every source file that could change a measure. */
export async function engineDigest(): Promise<string> {
  const hash = createHash('sha256')
  const files = globSync('**/*.{ts,json}', { cwd: DOMAIN })
    .filter(
      (file) =>
        !file.includes('.test.') &&
        !/^(semantic\/(?!track-measures)|stems|exports|scoring|confidence)/.test(file),
    )
    .sort()
  for (const file of files) hash.update(file).update(await readFile(join(DOMAIN, file)))
  return hash.digest('hex').slice(0, 12)
}

/** Loads the engine with its tag networks; only where something is to be measured. */
export async function loadMeasuring(): Promise<(path: string) => Promise<TrackMeasures>> {
  const { composeAnalysis } = await import('../../src/compose/analysis.ts')
  const { measureTrack } = await import('../../src/domain/semantic/track-measures.ts')
  const analyse = await composeAnalysis()
  return async (path) => {
    const { analysis } = await analyse(path, { depth: 'full', maxDurationSeconds: 600 })
    return measureTrack(analysis!)
  }
}

/** Renders and measures pieces with the engine of this tree; each is measured once per engine. */
export async function measurePieces(wanted: (id: string) => boolean = () => true): Promise<MeasuredPiece[]> {
  const digest = await engineDigest()
  const cache = join(corpusFolder(), 'search-measures')
  await mkdir(cache, { recursive: true })
  let engine: ReturnType<typeof loadMeasuring> | undefined
  const pieces: MeasuredPiece[] = []
  for (const spec of PIECES.filter((piece) => wanted(piece.id))) {
    const rendered = await renderPiece(spec)
    const path = join(cache, `${basename(rendered.folder)}-${digest}.json`)
    let measures: TrackMeasures
    try {
      measures = JSON.parse(await readFile(path, 'utf8')) as TrackMeasures
    } catch {
      engine ??= loadMeasuring()
      measures = await (await engine)(rendered.mixPath)
      await writeFile(`${path}.${process.pid}`, JSON.stringify(measures))
      await rename(`${path}.${process.pid}`, path)
    }
    pieces.push({ id: spec.id, half: spec.half, measures })
  }
  return pieces
}

/** Returns the committed measures. CI ranks these, because rendering all pieces takes minutes. */
export const committedPieces = async (): Promise<MeasuredPiece[]> =>
  JSON.parse(await readFile(FILE, 'utf8')) as MeasuredPiece[]

/** Writes the current measures, rounded to five digits, so that the file shows only relevant changes. */
export async function writeCommitted(pieces: readonly MeasuredPiece[]): Promise<void> {
  const short = (_: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(5)) : value
  const lines = pieces.map((piece) => `  ${JSON.stringify(piece, short)}`)
  await writeFile(FILE, `[\n${lines.join(',\n')}\n]\n`)
}
