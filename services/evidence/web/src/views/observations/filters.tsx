import { SelectField, TextField } from '@assay/ui/field'
import { formatNumber } from '@assay/ui/format'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { Acceptance } from './table-rows.ts'
import type { TableSearch } from './table-search.ts'
import { TEXT } from './text.ts'

type Change = (change: { readonly [Name in keyof TableSearch]?: string }) => void

const LEVELS = ['1', '2a', '2b', '3', '4', '5']

/** Filters of the table. What they choose stands in the address. */
export const Filters = ({ search, onChange }: { search: TableSearch; onChange: Change }) => (
  <search className="filters">
    <TextField
      label={TEXT.filters.find}
      value={search.find ?? ''}
      onChange={(find) => onChange({ find })}
      maxLength={200}
      hint={TEXT.filters.findHint}
    />
    <SelectField
      label={TEXT.filters.level}
      value={search.level ?? ''}
      onChange={(level) => onChange({ level })}
      options={[
        ['', TEXT.filters.any],
        ...LEVELS.map((level) => [level, level] as const),
        ['none', TEXT.filters.noLevel],
      ]}
    />
    <SelectField
      label={TEXT.filters.sources}
      value={search.sources ?? ''}
      onChange={(sources) => onChange({ sources })}
      options={[
        ['', TEXT.filters.any],
        ['2', TEXT.filters.atLeast(2)],
        ['3', TEXT.filters.atLeast(3)],
      ]}
    />
    <SelectField
      label={TEXT.filters.conflict}
      value={search.conflict ?? ''}
      onChange={(conflict) => onChange({ conflict })}
      options={{ '': TEXT.filters.any, calm: TEXT.filters.calm, torn: TEXT.filters.torn }}
    />
  </search>
)

/** The threshold, what it accepts and, only where the scores are calibrated, how many are expected to be wrong. */
export function Threshold({
  run,
  value,
  acceptance: { accepted, uncalibrated, expectedWrong },
  onChange,
}: {
  run: string
  value: number
  acceptance: Acceptance
  onChange: Change
}) {
  const id = useId()
  const calibrated = accepted - uncalibrated
  return (
    <div className="threshold">
      <div className="field">
        <label htmlFor={id}>
          {TEXT.threshold.title}{' '}
          <output htmlFor={id}>{value === 0 ? TEXT.threshold.off : formatNumber(value, 2)}</output>
        </label>
        <input
          id={id}
          type="range"
          min={0}
          max={0.99}
          step={0.01}
          value={value}
          onChange={({ target }) => onChange({ threshold: Number(target.value) === 0 ? '' : target.value })}
        />
      </div>
      <div className="acceptance" aria-live="polite">
        <strong>{value === 0 ? TEXT.shown(accepted, accepted) : TEXT.threshold.accepted(accepted)}</strong>
        {accepted === 0 ? null : calibrated > 0 ? (
          <p className="small" data-expected-wrong={expectedWrong}>
            {TEXT.threshold.expected(expectedWrong, expectedWrong / calibrated)}{' '}
            {uncalibrated > 0 ? TEXT.threshold.partly(uncalibrated) : ''}
          </p>
        ) : (
          <p className="small soft" data-uncalibrated>
            {TEXT.threshold.uncalibrated}{' '}
            <Link to="/review" search={{ run }}>
              {TEXT.review}
            </Link>
          </p>
        )}
      </div>
    </div>
  )
}
