import { SelectField } from '@assay/ui/field'
import { formatNumber, formatTime } from '@assay/ui/format'
import { CERTAIN_KEY } from '../certainty.ts'
import { KEYS } from '../keys.ts'
import { TEXT } from './text.ts'
import type { Track } from './track-data.ts'

const OPTIONS = KEYS.map(({ camelot, name }) => [camelot, `${camelot} · ${name}`] as const)

/** The key with its confidence, and a way to correct it. */
export function KeyPanel({
  track,
  unsaved,
  onCorrect,
}: {
  track: Track
  /** Key that is being saved; undefined when none is. */
  unsaved: string | null | undefined
  onCorrect: (key: string | null) => void
}) {
  const made = track.corrections.key
  const saving = unsaved !== undefined
  const measured = made ? track.measured.key : track.analysis?.key
  const isGuess = !made && track.key !== null && track.key.confidence < CERTAIN_KEY
  const shown = unsaved ?? (unsaved === null ? measured?.camelot : track.key?.camelot) ?? ''
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
        value={shown}
        options={shown ? OPTIONS : [['', '–'] as const, ...OPTIONS]}
        onChange={(key) => key !== '' && onCorrect(key)}
      />
      {(saving ? unsaved : made) ? (
        <p className="notice small" role="status">
          {saving || !made ? TEXT.saving : TEXT.by(made.author, formatTime(made.time))}{' '}
          <button type="button" className="plain" onClick={() => onCorrect(null)}>
            {TEXT.key.undo}
          </button>
        </p>
      ) : null}
    </section>
  )
}
