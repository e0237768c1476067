import { formatNumber } from '@assay/ui/format'
import { TableFrame } from '@assay/ui/table-frame'
import { useState } from 'react'
import type { Player } from './player.ts'
import { TEXT } from './text.ts'
import type { Analysis, Track } from './track-data.ts'
import { usePosition } from './use-position.ts'

const words = (name: string) => name.replaceAll('_', ' ')

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
  const here = track.emotions_over_time.find(
    ({ start_time, end_time }) => position >= start_time && position < end_time,
  )
  const section = analysis.phrases.find(
    ({ start_time, end_time }) => position >= start_time && position < end_time,
  )
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
      <p className="small soft">{section ? TEXT.emotions.at(section.label) : TEXT.emotions.whole}</p>
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
