import { FRESH_PIECES } from './fresh-pieces.ts'
import { PIECES } from './pieces.ts'
import { renderPiece } from './render.ts'

const all = [...PIECES, ...FRESH_PIECES]
for (const [i, spec] of all.entries()) {
  const started = performance.now()
  const { truth } = await renderPiece(spec)
  const seconds = (performance.now() - started) / 1000
  console.log(
    `${i + 1}/${all.length} ${spec.id} ${truth.durationSeconds.toFixed(0)} s of audio in ${seconds.toFixed(1)} s`,
  )
}
