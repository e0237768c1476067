import { PIECES } from './pieces.ts'
import { renderPiece } from './render.ts'

for (const [i, spec] of PIECES.entries()) {
  const started = performance.now()
  const { truth } = await renderPiece(spec)
  const seconds = (performance.now() - started) / 1000
  console.log(
    `${i + 1}/${PIECES.length} ${spec.id} ${truth.durationSeconds.toFixed(0)} s of audio in ${seconds.toFixed(1)} s`,
  )
}
