/**
 * One measured piece of work in its own process: `node bench/work.ts beats|analyse|features|workers-N FILE [WARM-UP]`. With
 * a second file, that one is worked on first and not measured.
 */
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { analyseRhythm, analyseTrack } from '../src/domain/analyse-track.ts'
import { trackBeats } from '../src/domain/rhythm/track-beats.ts'
import { featuresOfFile } from './analyse-file.ts'

const FILES = 8

async function once(kind: string, path: string): Promise<void> {
  if (kind === 'beats') trackBeats(await featuresOfFile(path, false))
  else if (kind === 'features') await featuresOfFile(path)
  else if (kind === 'rhythm') analyseRhythm(await featuresOfFile(path))
  else analyseTrack(await featuresOfFile(path))
}

/** Eight files over N threads, each taking the next when it is done. */
async function spread(threads: number, path: string): Promise<void> {
  const share = FILES / threads
  await Promise.all(
    Array.from(
      { length: threads },
      () =>
        new Promise<void>((resolve, reject) => {
          const worker = new Worker(import.meta.filename, { workerData: { path, count: share } })
          worker.once('error', reject)
          worker.once('exit', () => resolve())
        }),
    ),
  )
}

if (isMainThread) {
  const [kind = 'analyse', path = '', warmUp] = process.argv.slice(2)
  // `beats` and `features` are timed in a process that is up, as the service is; `analyse` from cold, for its memory.
  if (kind === 'beats' || kind === 'features') await once(kind, path)
  if (warmUp !== undefined) await once(kind, warmUp)
  const started = performance.now()
  const before = process.cpuUsage()
  if (kind.startsWith('workers-')) await spread(Number(kind.slice(8)), path)
  else await once(kind, path)
  const wallMs = performance.now() - started
  const used = process.cpuUsage(before)
  const peakRssMb = process.resourceUsage().maxRSS / 1024
  console.log(JSON.stringify({ wallMs, cpuMs: (used.user + used.system) / 1000, peakRssMb }))
} else {
  const { path, count } = workerData as { path: string; count: number }
  for (let i = 0; i < count; i++) await once('analyse', path)
}
