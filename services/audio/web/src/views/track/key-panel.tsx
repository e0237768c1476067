import { SelectField } from '@assay/ui/field'
import { formatNumber, formatTime } from '@assay/ui/format'
import { GUESS } from './sound.ts'
import { TEXT } from './text.ts'
import type { Track } from './track-data.ts'

/** Keys of the Camelot wheel in its order: the number and letter, and the name. */
const WHEEL: readonly (readonly [string, string])[] = [
  ['Ab minor', 'B major'],
  ['Eb minor', 'F# major'],
  ['Bb minor', 'Db major'],
  ['F minor', 'Ab major'],
  ['C minor', 'Eb major'],
  ['G minor', 'Bb major'],
  ['D minor', 'F major'],
  ['A minor', 'C major'],
  ['E minor', 'G major'],
  ['B minor', 'D major'],
  ['F# minor', 'A major'],
  ['Db minor', 'E major'],
]
const KEYS = WHEEL.flatMap(([minor, major], i) => [
  [`${i + 1}A`, `${i + 1}A · ${minor}`] as const,
  [`${i + 1}B`, `${i + 1}B · ${major}`] as const,
])

/** The key with its margin, and a way to correct it. */
export function KeyPanel({ track, onCorrect }: { track: Track; onCorrect: (key: string | null) => void }) {
  const made = track.corrections.key
  const measured = made ? track.measured.key : track.analysis?.key
  const isGuess = !made && track.key !== null && track.key.confidence < GUESS
  return (
    <section className="panel stack" aria-labelledby="key">
      <h2 id="key">{TEXT.key.title}</h2>
      {measured ? (
        <p className={isGuess ? 'notice small' : 'small soft'}>
          {TEXT.key.measured(`${measured.camelot} · ${measured.name}`)},{' '}
          {TEXT.facts.confidence(formatNumber(measured.confidence, 2))}. {TEXT.key.lead}
        </p>
      ) : (
        <p className="small soft">{TEXT.key.none}</p>
      )}
      <SelectField
        label={TEXT.key.choose}
        value={track.key?.camelot ?? ''}
        options={track.key ? KEYS : [['', '–'] as const, ...KEYS]}
        onChange={(key) => key !== '' && onCorrect(key)}
      />
      {made ? (
        <p className="notice small" role="status">
          {TEXT.by(made.author, formatTime(made.time))}{' '}
          <button type="button" className="plain" onClick={() => onCorrect(null)}>
            {TEXT.key.undo}
          </button>
        </p>
      ) : null}
    </section>
  )
}
