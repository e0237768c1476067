const WIDTH = 30
const REDRAW_MS = 100

/** Progress bar of a command. */
export interface ProgressBar {
  /** Updates the bar: `share` from 0 to 1, and the current step. */
  show(share: number, text: string): void
  end(): void
}

/** Stream on which the bar is drawn. A terminal overwrites its line. */
export interface ProgressScreen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/**
 * Creates a progress bar. On a terminal it redraws one line at most ten times per second. In a log or pipe it writes a
 * line at every tenth of the work.
 */
export function progressBar(label: string, screen: ProgressScreen = process.stderr): ProgressBar {
  let drawnAt = Number.NEGATIVE_INFINITY
  let tenth = -1
  return {
    show(share, text) {
      const within = Math.min(1, Math.max(0, share))
      const filled = Math.round(within * WIDTH)
      const percent = String(Math.floor(within * 100)).padStart(3)
      const line = `${label} [${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}] ${percent} % ${text}`
      if (screen.isTTY) {
        const now = performance.now()
        if (now - drawnAt < REDRAW_MS && within < 1) return
        drawnAt = now
        screen.write(`\r\u001b[K${line}`)
      } else if (Math.floor(within * 10) > tenth) {
        tenth = Math.floor(within * 10)
        screen.write(`${line}\n`)
      }
    },
    end() {
      if (screen.isTTY) screen.write('\r\u001b[K')
    },
  }
}
