const WIDTH = 30

export interface Progress {
  update(share: number, stage: string): void
  end(): void
}

/** A bar on standard error, drawn at most ten times a second and only where a person is looking. */
export function progressBar(label: string): Progress {
  const { stderr } = process
  if (!stderr.isTTY) return { update: () => {}, end: () => {} }
  let drawnAt = 0
  const draw = (share: number, stage: string) => {
    const filled = Math.round(share * WIDTH)
    stderr.write(
      `\r\u001b[K${label} [${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}] ${Math.floor(share * 100)} % ${stage}`,
    )
  }
  return {
    update(share, stage) {
      const now = performance.now()
      if (now - drawnAt < 100) return
      drawnAt = now
      draw(share, stage)
    },
    end: () => stderr.write('\r\u001b[K'),
  }
}
