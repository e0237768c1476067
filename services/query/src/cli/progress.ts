const WIDTH = 30

export interface Progress {
  update(done: number): void
  end(): void
}

/** A bar on standard error, drawn at most ten times a second and only where a person is looking. */
export function progressBar(total: number, label: string): Progress {
  const { stderr } = process
  if (!stderr.isTTY || total <= 0) return { update: () => {}, end: () => {} }
  let drawnAt = 0
  const draw = (share: number) => {
    const filled = Math.round(share * WIDTH)
    stderr.write(
      `\r${label} [${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}] ${Math.floor(share * 100)} %`,
    )
  }
  return {
    update(done) {
      const now = performance.now()
      if (now - drawnAt < 100) return
      drawnAt = now
      draw(Math.min(1, done / total))
    },
    end() {
      draw(1)
      stderr.write('\n')
    },
  }
}
