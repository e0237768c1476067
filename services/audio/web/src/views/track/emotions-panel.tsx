import { formatNumber } from '@assay/ui/format'
import { TableFrame } from '@assay/ui/table-frame'
import { useState } from 'react'
import { clock } from './geometry.ts'
import type { Player } from './player.ts'
import { TEXT } from './text.ts'
import type { Analysis, Track } from './track-data.ts'
import { usePosition } from './use-position.ts'

const words = (name: string) => name.replaceAll('_', ' ')

/** Returns the span that contains a time. */
const spanAt = <T extends { readonly start_time: number; readonly end_time: number }>(
  spans: readonly T[],
  seconds: number,
): T | undefined => spans.find(({ start_time, end_time }) => seconds >= start_time && seconds < end_time)

/** The nine emotions of the whole track and of the section at the playhead, with what moves each value. */
export function EmotionsPanel({
  track,
  analysis,
  player,
  shown,
  onShow,
}: {
  track: Track
  analysis: Analysis
  player: Player | undefined
  /** The emotion that the curve shows. */
  shown: string
  onShow: (name: string) => void
}) {
  const [reasonsOf, setReasonsOf] = useState<string>()
  const position = usePosition(player)
  // The whole track until playback starts. Emotions are those of the measured sections, also where a person drew others.
  const here = position > 0 ? spanAt(track.emotions_over_time, position) : undefined
  const section =
    here && spanAt(track.measured.phrases ?? analysis.phrases, (here.start_time + here.end_time) / 2)
  const { emotions, contributions, model } = analysis.emotions
  const reasons = reasonsOf ? (here?.contributions[reasonsOf] ?? contributions[reasonsOf] ?? []) : []
  return (
    <section className="panel stack" aria-labelledby="emotions">
      <h2 id="emotions">{TEXT.emotions.title}</h2>
      <p className="soft small" title={model.statement}>
        {TEXT.emotions.lead}
      </p>
      <ul className="emotions">
        {Object.entries(emotions).map(([name, whole]) => {
          const value = here?.emotions[name] ?? whole
          return (
            <li key={name}>
              <button
                type="button"
                className="plain emotion-name"
                aria-pressed={shown === name}
                aria-label={TEXT.emotions.show(name)}
                onClick={() => onShow(name)}
              >
                {name}
              </button>
              <meter
                min={0}
                max={10}
                value={value}
                aria-label={`${name}: ${formatNumber(value, 1)} ${TEXT.facts.ofTen}`}
              />
              <span className="number">{formatNumber(value, 1)}</span>
              <button
                type="button"
                className="plain small"
                aria-expanded={reasonsOf === name}
                aria-label={TEXT.emotions.reasons(name)}
                onClick={() => setReasonsOf(reasonsOf === name ? undefined : name)}
              >
                {TEXT.emotions.why}
              </button>
            </li>
          )
        })}
      </ul>
      <p className="small soft">
        {here
          ? TEXT.emotions.at(section?.label ?? `${clock(here.start_time)}–${clock(here.end_time)}`)
          : TEXT.emotions.whole}
      </p>
      {reasonsOf ? (
        <TableFrame label={TEXT.emotions.reasons(reasonsOf)}>
          <table>
            <caption>{TEXT.emotions.reasons(reasonsOf)}</caption>
            <thead>
              <tr>
                <th scope="col">{TEXT.emotions.feature}</th>
                <th scope="col" className="number">
                  {TEXT.emotions.value}
                </th>
                <th scope="col" className="number">
                  {TEXT.emotions.effect}
                </th>
              </tr>
            </thead>
            <tbody>
              {reasons.map(({ feature, value, contribution }) => (
                <tr key={feature}>
                  <td>{words(feature)}</td>
                  <td className="number">{formatNumber(value, 2)}</td>
                  <td className="number">
                    {contribution > 0 ? '+' : ''}
                    {formatNumber(contribution, 2)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      ) : null}
    </section>
  )
}
