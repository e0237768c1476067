import { formatTime } from '@assay/ui/format'
import { TableFrame } from '@assay/ui/table-frame'
import { useState } from 'react'
import { clock } from './geometry.ts'
import type { Player } from './player.ts'
import { joined, renamed, type Section, splitAt, startMoved, wantedSections } from './section-edits.ts'
import { TEXT } from './text.ts'
import type { Analysis, Track } from './track-data.ts'

/** A name that is kept when the field is left, so that half a name is not. */
function NameField({ label, onChange }: { label: string; onChange: (label: string) => void }) {
  const [text, setText] = useState<string>()
  const keep = () => {
    const name = text?.trim()
    setText(undefined)
    if (name && name !== label) onChange(name)
  }
  return (
    <input
      className="cell-input"
      aria-label={TEXT.sections.name}
      maxLength={60}
      value={text ?? label}
      onChange={({ target }) => setText(target.value)}
      onBlur={keep}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') currentTarget.blur()
      }}
    />
  )
}

/** The sections as a table in which they can be corrected. */
export function SectionsPanel({
  track,
  analysis,
  player,
  unsaved,
  onSeek,
  onCorrect,
}: {
  track: Track
  analysis: Analysis
  player: Player | undefined
  /** Sections that are being saved; undefined when none are. */
  unsaved: readonly Section[] | null | undefined
  onSeek: (seconds: number) => void
  /** Changes the latest sections. An update that returns them unchanged does nothing; null removes the correction. */
  onCorrect: (update: (sections: readonly Section[]) => readonly Section[] | null) => void
}) {
  const sections = wantedSections(track, analysis, unsaved)
  const made = track.corrections.sections
  const saving = unsaved !== undefined
  const here = () => player?.time ?? 0
  return (
    <section className="panel stack" aria-labelledby="sections">
      <h2 id="sections">{TEXT.sections.title}</h2>
      {(saving ? unsaved : made) ? (
        <p className="notice small" role="status">
          {saving || !made ? TEXT.saving : TEXT.by(made.author, formatTime(made.time))}{' '}
          <button type="button" className="plain" onClick={() => onCorrect(() => null)}>
            {TEXT.sections.undo}
          </button>
        </p>
      ) : (
        <p className="soft small">{TEXT.sections.lead}</p>
      )}
      <TableFrame label={TEXT.sections.table} className="sections-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{TEXT.sections.name}</th>
              <th scope="col" className="number">
                {TEXT.sections.start}
              </th>
              <th scope="col">
                <span className="hidden">{TEXT.sections.title}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {sections.map((section, i) => (
              <tr key={section.start}>
                <td>
                  <NameField
                    label={section.label}
                    onChange={(label) => onCorrect((latest) => renamed(latest, i, label))}
                  />
                </td>
                <td className="number">
                  <button
                    type="button"
                    className="plain small"
                    aria-label={`${TEXT.sections.go} ${section.label}, ${clock(section.start, 1)}`}
                    onClick={() => onSeek(section.start)}
                  >
                    {clock(section.start, 1)}
                  </button>
                </td>
                <td>
                  {i === 0 ? null : (
                    <span className="buttons">
                      <button
                        type="button"
                        className="small"
                        aria-label={`${section.label}: ${TEXT.sections.startHere}`}
                        onClick={() => onCorrect((latest) => startMoved(latest, i, here()))}
                      >
                        {TEXT.sections.startHere}
                      </button>
                      <button
                        type="button"
                        className="small"
                        aria-label={`${section.label}: ${TEXT.sections.join}`}
                        onClick={() => onCorrect((latest) => joined(latest, i))}
                      >
                        ×
                      </button>
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      <div className="row">
        <button type="button" onClick={() => onCorrect((latest) => splitAt(latest, here()))}>
          {TEXT.sections.split}
        </button>
      </div>
    </section>
  )
}
