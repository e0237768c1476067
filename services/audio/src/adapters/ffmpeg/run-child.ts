import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { Refusal } from '../../domain/refusal.ts'

type MediaChild = ChildProcessByStdio<null, Readable, Readable>

/** A running child process. `stop` is safe to call at any time and more than once. */
export interface RunningChild {
  readonly child: MediaChild
  /** Resolves when the process has ended and its pipes are closed. Rejects only when it could not be started. */
  readonly ended: Promise<{ exitCode: number | null; errorText: string }>
  stop(): void
}

const ERROR_TEXT_LIMIT = 4096

/** Starts a media tool without a shell, with only PATH in its environment and without standard input. */
export function startChild(command: string, args: readonly string[]): RunningChild {
  const child = spawn(command, args, {
    shell: false,
    stdio: ['ignore', 'pipe', 'pipe'],
    // biome-ignore lint/style/noProcessEnv: a child needs PATH to be found; configuration is not read here.
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' },
  })
  let errorText = ''
  child.stderr.setEncoding('utf8')
  child.stderr.on('data', (text: string) => {
    if (errorText.length < ERROR_TEXT_LIMIT) errorText += text.slice(0, ERROR_TEXT_LIMIT - errorText.length)
  })
  const ended = new Promise<{ exitCode: number | null; errorText: string }>((resolve, reject) => {
    child.once('error', (cause) => {
      const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT'
      reject(
        new Refusal(
          'SERVICE_UNAVAILABLE',
          missing
            ? `${command} is not installed; install ffmpeg or set its path`
            : `${command} did not start`,
          { field: 'service', issue: missing ? 'tool_missing' : 'tool_failed', provided: null },
        ),
      )
    })
    child.once('close', (exitCode) => resolve({ exitCode, errorText }))
  })
  // The caller may be busy with the output when the start fails; it awaits `ended` later.
  ended.catch(() => {})
  return {
    child,
    ended,
    stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    },
  }
}
