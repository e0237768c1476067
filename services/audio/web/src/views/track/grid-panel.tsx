import { formatNumber, formatTime } from '@assay/ui/format'
import { nearest } from './geometry.ts'
import type { Player } from './player.ts'
import { TEXT } from './text.ts'
import { type Analysis, GRID_GUESS, type GridChange, type Track } from './track-data.ts'

/** Steps of a nudge, milliseconds. */
const NUDGES = [-10, -1, 1, 10] as const
/** Factors of the tempo, slowest first. */
const FACTORS = [0.25, 0.5, 1, 2, 4] as const

type Correction = Required<Omit<GridChange, 'tempo'>> & { readonly tempo: number | null }

/** Returns the correction that the grid has now. */
const correctionOf = ({ corrections: { grid } }: Track): Correction => ({
  shift_ms: grid?.shift_ms ?? 0,
  factor: FACTORS.find((factor) => factor === grid?.factor) ?? 1,
  downbeat_shift: grid?.downbeat_shift ?? 0,
  tempo: grid?.tempo ?? null,
})

/** Returns the factor a number of steps further; the last one stays. */
const nextFactor = (factor: Correction['factor'], steps: number): Correction['factor'] =>
  FACTORS[FACTORS.indexOf(factor) + steps] ?? factor

/** Beats from the first beat of the bar nearest before the playhead to the beat nearest to the playhead. */
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
  onCorrect,
}: {
  track: Track
  analysis: Analysis
  player: Player | undefined
  onCorrect: (grid: GridChange | null) => void
}) {
  const { beats } = analysis
  const made = track.corrections.grid
  const now = correctionOf(track)
  const change = (part: Partial<Correction>) => onCorrect({ ...now, ...part })
  const confidence = formatNumber((track.measured.beats ?? beats).confidence, 2)
  const isGuess = made === null && beats.confidence < GRID_GUESS
  const barConfidence = formatNumber((track.measured.beats ?? beats).downbeat_confidence, 2)
  const barsGuess = made === null && beats.downbeat_confidence < GRID_GUESS
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
              onClick={() => change({ shift_ms: Math.round((now.shift_ms + ms) * 10) / 10 })}
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
            onClick={() => change({ factor: nextFactor(now.factor, -1) })}
          >
            ÷ 2 <span className="hidden">{TEXT.grid.halve}</span>
          </button>
          <button
            type="button"
            disabled={now.factor === FACTORS.at(-1)}
            onClick={() => change({ factor: nextFactor(now.factor, 1) })}
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
            onClick={() => change({ downbeat_shift: (now.downbeat_shift - 1) % 16 })}
          >
            ←
          </button>
          <button
            type="button"
            aria-label={TEXT.grid.on}
            onClick={() => change({ downbeat_shift: (now.downbeat_shift + 1) % 16 })}
          >
            →
          </button>
          <button
            type="button"
            onClick={() =>
              change({
                downbeat_shift: (now.downbeat_shift + beatsFromDownbeat(beats, player?.time ?? 0)) % 16,
              })
            }
          >
            {TEXT.grid.here}
          </button>
        </div>
      </div>
      {made ? (
        <p className="notice small" data-grid-correction role="status">
          {TEXT.grid.state(
            now.shift_ms === 0 ? '' : TEXT.grid.shifted(formatNumber(now.shift_ms, 0)),
            now.factor === 1 ? '' : TEXT.grid.times(String(now.factor)),
            now.downbeat_shift === 0 ? '' : TEXT.grid.moved(String(now.downbeat_shift)),
          )}{' '}
          {TEXT.by(made.author, formatTime(made.time))}{' '}
          <button type="button" className="plain" onClick={() => onCorrect(null)}>
            {TEXT.grid.undo}
          </button>
        </p>
      ) : (
        <p className="small soft">{TEXT.grid.kept}</p>
      )}
    </section>
  )
}
