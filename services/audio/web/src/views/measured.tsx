import { formatNumber } from '@assay/ui/format'
import { CERTAIN_KEY, CERTAIN_TEMPO } from './certainty.ts'
import { TEXT } from './library/text.ts'

/** A length as people read it: 3:07, 1:02:09. */
export function formatLength(seconds: number): string {
  const whole = Math.round(seconds)
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(whole / 60)
  return minutes < 60
    ? `${minutes}:${two(whole % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`
}

/** A measured value. A guess looks and reads like one: in italics, with a question mark. */
const Measured = ({ value, certain }: { value: string; certain: boolean }) =>
  certain ? (
    value
  ) : (
    <em className="guess" title={TEXT.guessed(value)}>
      {value}
      <span aria-hidden>?</span>
      <span className="hidden"> ({TEXT.guess})</span>
    </em>
  )

/** Tempo in beats per minute; a guess where the beats are not certain. */
export const Tempo = ({ bpm, confidence }: { bpm: number; confidence?: number | undefined }) =>
  bpm > 0 ? (
    <Measured
      value={formatNumber(bpm, 1)}
      certain={confidence === undefined || confidence >= CERTAIN_TEMPO}
    />
  ) : (
    <span className="soft" title={TEXT.unknown}>
      –
    </span>
  )

/** Key in Camelot notation with its name; a guess where it is not certain. */
export const MusicalKey = ({
  camelot,
  name,
  confidence,
}: {
  camelot: string | null
  name: string | null
  confidence: number | null
}) =>
  camelot === null ? (
    <span className="soft" title={TEXT.unknown}>
      –
    </span>
  ) : (
    <>
      <strong className="camelot">
        <Measured value={camelot} certain={(confidence ?? 0) >= CERTAIN_KEY} />
      </strong>{' '}
      <span className="small soft key-name">{name}</span>
    </>
  )
