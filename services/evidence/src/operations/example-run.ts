import { demoRun } from '../domain/demo/demo-run.ts'
import { Refusal } from '../domain/refusal.ts'
import type { findImport, receiveImport } from './import-evidence.ts'
import type { Actor, ExampleStore, Stopwatch } from './ports.ts'

/** Id of the example run in every organization that loads it. */
const EXAMPLE_RUN_ID = 'example'
const EXAMPLE_RUN_NAME = 'Example run'

/** Longest time that a request waits until the example is read; then it goes on in the background. */
const WAIT_MS = 5000
const LOOK_MS = 100

/** Example run after loading. */
export interface LoadedExample {
  readonly runId: string
  readonly importIds: readonly string[]
  /** Whether all its files are read. */
  readonly complete: boolean
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

/**
 * Loads the generated run into the organization of the actor, as if its files had been imported. Waits a moment until
 * they are read. Does nothing if the run is there, and completes one whose loading was interrupted.
 */
export function loadExampleRun(deps: {
  examples: ExampleStore
  receiveImport: ReturnType<typeof receiveImport>
  findImport: ReturnType<typeof findImport>
  wait: (ms: number) => Promise<unknown>
  elapsed: Stopwatch
}) {
  return async (actor: Actor): Promise<LoadedExample> => {
    const run = { id: EXAMPLE_RUN_ID, name: EXAMPLE_RUN_NAME }
    const { files } = demoRun()
    const state = await deps.examples.begin(actor, { ...run, files: files.length })
    if (state === 'taken')
      throw new Refusal(
        'CONFLICT',
        `Your organization has a run of its own named ${run.id}, so the example cannot be loaded.`,
        { field: 'run_id', issue: 'is already taken by another run', provided: run.id },
      )
    if (state === 'exists') return { runId: run.id, importIds: [], complete: true }
    const importIds: string[] = []
    for (const { name, text } of files) {
      const file = { name, bytes: bytesOf(text), runId: run.id, runName: run.name }
      importIds.push((await deps.receiveImport(actor, file)).id)
    }
    const until = deps.elapsed() + WAIT_MS
    const done = async () => {
      const jobs = await Promise.all(importIds.map((id) => deps.findImport(actor, id)))
      return jobs.every(({ status }) => status === 'completed' || status === 'failed')
    }
    let complete = await done()
    while (!complete && deps.elapsed() < until) {
      await deps.wait(LOOK_MS)
      complete = await done()
    }
    return { runId: run.id, importIds, complete }
  }
}

/** Removes the example run of the actor's organization with its evidence, labels and reports. */
export function removeExampleRun(deps: { examples: ExampleStore }) {
  return async (actor: Actor): Promise<void> => {
    if (await deps.examples.remove(actor)) return
    throw new Refusal('NOT_FOUND', 'Your organization has not loaded the example run.', {
      field: 'run_id',
      issue: 'does not exist',
      provided: EXAMPLE_RUN_ID,
    })
  }
}
