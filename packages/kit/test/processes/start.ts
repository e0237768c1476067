import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

export interface Started {
  readonly child: ChildProcess
  readonly pid: number
  /** The next message of this kind, also when it came before anybody asked. */
  next(kind: string): Promise<Record<string, unknown>>
  /** Everything it wrote to standard output and standard error. */
  output(): string
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  kill(signal: NodeJS.Signals): void
}

const running = new Set<ChildProcess>()

/** Runs one of the scripts beside this file as a process of its own and listens to its messages `{ kind, … }`. */
export function start(script: string, ...args: string[]): Started {
  const child = fork(join(import.meta.dirname, script), args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  running.add(child)
  const kept: Record<string, unknown>[] = []
  const waiting: { kind: string; resolve: (message: Record<string, unknown>) => void }[] = []
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += String(chunk)
  })
  child.stderr?.on('data', (chunk) => {
    output += String(chunk)
  })
  child.on('message', (message: Record<string, unknown>) => {
    const index = waiting.findIndex(({ kind }) => kind === message.kind)
    if (index === -1) kept.push(message)
    else waiting.splice(index, 1)[0]?.resolve(message)
  })
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('exit', (code, signal) => {
      running.delete(child)
      resolve({ code, signal })
    })
  })
  return {
    child,
    pid: child.pid ?? 0,
    next(kind) {
      const index = kept.findIndex((message) => message.kind === kind)
      if (index !== -1) return Promise.resolve(kept.splice(index, 1)[0] as Record<string, unknown>)
      return Promise.race([
        new Promise<Record<string, unknown>>((resolve) => waiting.push({ kind, resolve })),
        exited.then(({ code, signal }) => {
          throw new Error(`${script} ended (${code ?? signal}) before it said "${kind}":\n${output}`)
        }),
      ])
    },
    output: () => output,
    exited,
    kill: (signal) => child.kill(signal),
  }
}

/** For `afterAll`: ends what a failed test left running. */
export function endAll(): void {
  for (const child of running) child.kill('SIGKILL')
}
