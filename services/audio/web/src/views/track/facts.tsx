import { formatNumber } from '@assay/ui/format'
import type { ReactNode } from 'react'
import { CERTAIN_KEY, CERTAIN_TEMPO } from '../certainty.ts'
import { clock } from './geometry.ts'
import { TEXT } from './text.ts'
import type { Analysis, Track } from './track-data.ts'

function Fact({
  name,
  children,
  note,
  guess = false,
}: {
  name: string
  children: ReactNode
  note?: ReactNode
  guess?: boolean
}) {
  return (
    <div className={guess ? 'fact guessed' : 'fact'}>
      <dt>{name}</dt>
      <dd>
        <strong className="number">{children}</strong>
        {note ? <span className="fact-note">{note}</span> : null}
      </dd>
    </div>
  )
}

/** The numbers that a DJ reads first. What was only guessed says so. */
export function Facts({ track, analysis }: { track: Track; analysis: Analysis }) {
  const { beats, key, energy, loudness } = analysis
  const gridCorrected = track.corrections.grid !== null
  const keyCorrected = track.corrections.key !== null
  const tempoGuess = !gridCorrected && beats.confidence < CERTAIN_TEMPO
  const keyGuess = !keyCorrected && key !== null && key.confidence < CERTAIN_KEY
  const noteOf = (corrected: boolean, guess: boolean) =>
    corrected ? TEXT.facts.yours : guess ? TEXT.facts.guess : undefined
  return (
    <dl className="track-facts">
      <Fact name={TEXT.facts.tempo} guess={tempoGuess} note={noteOf(gridCorrected, tempoGuess)}>
        {beats.tempo > 0 ? (
          <>
            {formatNumber(beats.tempo, 2)} <small>{TEXT.facts.bpm}</small>
          </>
        ) : (
          TEXT.facts.none
        )}
      </Fact>
      <Fact name={TEXT.facts.key} guess={keyGuess} note={noteOf(keyCorrected, keyGuess)}>
        {track.key ? (
          <>
            {track.key.camelot}{' '}
            <small>
              {track.key.name} · {track.key.open_key}
            </small>
          </>
        ) : (
          TEXT.facts.none
        )}
      </Fact>
      <Fact name={TEXT.facts.energy}>
        {energy ? (
          <>
            {energy.level} <small>{TEXT.facts.ofTen}</small>
          </>
        ) : (
          TEXT.facts.none
        )}
      </Fact>
      {loudness?.integrated_lufs != null ? (
        <Fact name={TEXT.facts.loudness}>
          {formatNumber(loudness.integrated_lufs, 1)} <small>{TEXT.facts.lufs}</small>
        </Fact>
      ) : null}
      <Fact name={TEXT.facts.mood}>
        {track.mood.name} <small>{formatNumber(track.mood.value, 1)}</small>
      </Fact>
      <Fact name={TEXT.facts.length}>{clock(track.duration)}</Fact>
    </dl>
  )
}

/** Keeps the place of the facts until they are here. */
export const FactsToCome = () => <div className="skeleton facts-skeleton" />
