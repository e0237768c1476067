/** A thread that asks `/health` at a steady pace until it is told to stop, and answers with how long each answer took. */
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

const EVERY_MS = 20

async function ask(agent: Agent, url: string): Promise<number> {
  const started = performance.now()
  await new Promise<void>((resolve, reject) => {
    get(`${url}/health`, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`/health answered ${response.statusCode}`))
      response.on('end', resolve).on('error', reject).resume()
    }).on('error', reject)
  })
  return performance.now() - started
}

async function watch(url: string): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  const waits: number[] = []
  const asked: Promise<void>[] = []
  let over = false
  parentPort?.once('message', () => {
    over = true
  })
  // Asked at its time whether or not the one before was answered: a stall must not hide the waits that it causes.
  for (let due = performance.now(); !over; due += EVERY_MS) {
    await sleep(Math.max(0, due - performance.now()))
    asked.push(
      ask(agent, url).then(
        (ms) => void waits.push(ms),
        () => void waits.push(Number.POSITIVE_INFINITY),
      ),
    )
  }
  await Promise.all(asked)
  agent.destroy()
  parentPort?.postMessage(waits)
}

/** Waits for `/health` in milliseconds, ascending, while `work` runs. An answer that failed counts as endless. */
export async function healthDuring(url: string, work: () => Promise<void>): Promise<readonly number[]> {
  const thread = new Worker(new URL(import.meta.url), { workerData: url })
  const waits = new Promise<number[]>((resolve, reject) => {
    thread.once('message', resolve).once('error', reject)
  })
  try {
    await work()
    thread.postMessage('stop')
    return (await waits).sort((a, b) => a - b)
  } finally {
    await thread.terminate()
  }
}

if (!isMainThread) await watch(workerData as string)
