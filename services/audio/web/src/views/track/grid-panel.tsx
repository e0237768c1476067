import { formatNumber, formatTime } from '@assay/ui/format'
import { nearest } from './geometry.ts'
import { FACTORS, type GridCorrection, movedGrid, nextFactor, wholeCorrection } from './grid-correction.ts'
import type { Player } from './player.ts'
import { TEXT } from './text.ts'
import { type Analysis, BROKEN_LINES_BELOW, type GridChange, type Track } from './track-data.ts'

/** Steps of a nudge, milliseconds. */
const NUDGES = [-10, -1, 1, 10] as const
/** Beats from the first beat of a bar that is nearest to the beat at the playhead, to that beat. Negative before it. */
function beatsFromDownbeat({ beats, downbeats }: Analysis['beats'], seconds: number): number {
  const beat = nearest(beats, seconds)
  const bar = nearest(downbeats, beats[beat] ?? 0)
  return beat - nearest(beats, downbeats[bar] ?? 0)
}

/** Moves, halves and doubles the grid, and moves the first beats of bars. */
export function GridPanel({
  track,
  analysis,
  player,
  unsaved,
  onCorrect,
}: {
  track: Track
  analysis: Analysis
  player: Player | undefined
  /** Correction that is being saved; undefined when none is. */
  unsaved: GridChange | null | undefined
  onCorrect: (update: (unsaved: GridChange | null | undefined) => GridChange | null) => void
}) {
  const { beats } = analysis
  const made = track.corrections.grid
  const saving = unsaved !== undefined
  const wanted = saving ? unsaved : made
  const now = wholeCorrection(wanted)
  const change = (part: (now: GridCorrection) => Partial<GridCorrection>) =>
    onCorrect((latest) => movedGrid(latest, made, part))
  const confidence = formatNumber((track.measured.beats ?? beats).confidence, 2)
  const isGuess = made === null && beats.confidence < BROKEN_LINES_BELOW
  const barConfidence = formatNumber((track.measured.beats ?? beats).downbeat_confidence, 2)
  const barsGuess = made === null && beats.downbeat_confidence < BROKEN_LINES_BELOW
  if (beats.beats.length === 0 && made === null)
    return (
      <section className="panel stack" aria-labelledby="grid">
        <h2 id="grid">{TEXT.grid.title}</h2>
        <p className="soft">{TEXT.grid.none}</p>
      </section>
    )
  return (
    <section className="panel stack" aria-labelledby="grid">
      <h2 id="grid">{TEXT.grid.title}</h2>
      <p className={isGuess ? 'notice' : 'soft small'}>
        {isGuess ? TEXT.grid.guess(confidence) : TEXT.grid.lead(confidence)}{' '}
        {barsGuess ? TEXT.grid.barsGuess(barConfidence) : TEXT.grid.bars(barConfidence)}
      </p>
      <div className="tool">
        <span id="nudge">{TEXT.grid.nudge}</span>
        {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons in a row. */}
        <div className="buttons" role="group" aria-labelledby="nudge">
          {NUDGES.map((ms) => (
            <button
              key={ms}
              type="button"
              aria-label={ms < 0 ? TEXT.grid.earlier(-ms) : TEXT.grid.later(ms)}
              onClick={() => change(({ shift_ms }) => ({ shift_ms: Math.round((shift_ms + ms) * 10) / 10 }))}
            >
              {ms < 0 ? `← ${-ms}` : `${ms} →`}
            </button>
          ))}
        </div>
      </div>
      <div className="tool">
        <span id="grid-tempo">{TEXT.grid.tempo}</span>
        {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons in a row. */}
        <div className="buttons" role="group" aria-labelledby="grid-tempo">
          <button
            type="button"
            disabled={now.factor === FACTORS[0]}
            onClick={() => change(({ factor }) => ({ factor: nextFactor(factor, -1) }))}
          >
            ÷ 2 <span className="hidden">{TEXT.grid.halve}</span>
          </button>
          <button
            type="button"
            disabled={now.factor === FACTORS.at(-1)}
            onClick={() => change(({ factor }) => ({ factor: nextFactor(factor, 1) }))}
          >
            × 2 <span className="hidden">{TEXT.grid.double}</span>
          </button>
        </div>
      </div>
      <div className="tool">
        <span id="grid-downbeat">{TEXT.grid.downbeat}</span>
        {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons in a row. */}
        <div className="buttons" role="group" aria-labelledby="grid-downbeat">
          <button
            type="button"
            aria-label={TEXT.grid.back}
            onClick={() => change(({ downbeat_shift }) => ({ downbeat_shift: (downbeat_shift - 1) % 16 }))}
          >
            ←
          </button>
          <button
            type="button"
            aria-label={TEXT.grid.on}
            onClick={() => change(({ downbeat_shift }) => ({ downbeat_shift: (downbeat_shift + 1) % 16 }))}
          >
            →
          </button>
          <button
            type="button"
            onClick={() =>
              // Counted on the grid that is drawn, which is the saved one.
              change(() => ({
                downbeat_shift:
                  ((made?.downbeat_shift ?? 0) + beatsFromDownbeat(beats, player?.time ?? 0)) % 16,
              }))
            }
          >
            {TEXT.grid.here}
          </button>
        </div>
      </div>
      {wanted ? (
        <p className="notice small" data-grid-correction role="status">
          {TEXT.grid.state([
            now.tempo === null ? '' : TEXT.grid.steady(formatNumber(now.tempo, 2)),
            now.shift_ms === 0 ? '' : TEXT.grid.shifted(formatNumber(now.shift_ms, 0)),
            now.factor === 1 ? '' : TEXT.grid.times(String(now.factor)),
            now.downbeat_shift === 0 ? '' : TEXT.grid.moved(String(now.downbeat_shift)),
          ])}{' '}
          {saving || !made ? TEXT.saving : TEXT.by(made.author, formatTime(made.time))}{' '}
          <button type="button" className="plain" onClick={() => onCorrect(() => null)}>
            {TEXT.grid.undo}
          </button>
        </p>
      ) : (
        <p className="small soft">{TEXT.grid.kept}</p>
      )}
    </section>
  )
}
