const WIDTH = 30

/** One line that is written over on a terminal, and at every tenth elsewhere. */
export function progressBar(write: (text: string) => void, isTerminal: boolean) {
  let last = -1
  return {
    show(share: number, text: string): void {
      const filled = Math.round(Math.min(1, Math.max(0, share)) * WIDTH)
      const line = `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${String(Math.floor(share * 100)).padStart(3)} %  ${text}`
      if (isTerminal) write(`\r${line}\x1b[K`)
      else if (Math.floor(share * 10) > last) write(`${line}\n`)
      last = Math.floor(share * 10)
    },
    end(): void {
      if (isTerminal) write('\n')
    },
  }
}
