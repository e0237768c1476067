import { SelectField, TextField } from '@assay/ui/field'
import { capital } from '@assay/ui/format'
import { useId } from 'react'
import { KEYS } from '../keys.ts'
import { type LibrarySearch, MOODS } from './library-search.ts'
import { TEXT } from './text.ts'

type Change = (change: { readonly [Name in keyof LibrarySearch]?: string }) => void

/** Two numbers between which a measurement lies. Each may be left empty. */
function RangeField({
  label,
  least,
  most,
  onLeast,
  onMost,
}: {
  label: string
  least: string
  most: string
  onLeast: (text: string) => void
  onMost: (text: string) => void
}) {
  const id = useId()
  const input = (name: string, value: string, onChange: (text: string) => void) => (
    <input
      type="text"
      inputMode="decimal"
      autoComplete="off"
      className="number"
      maxLength={8}
      aria-label={name}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend would not stand in line with the labels beside it.
    <div className="field" role="group" aria-labelledby={id}>
      <span id={id} className="field-label">
        {label}
      </span>
      <div className="range-field">
        {input(TEXT.filters.least(label), least, onLeast)}
        <span aria-hidden>–</span>
        {input(TEXT.filters.most(label), most, onMost)}
      </div>
    </div>
  )
}

/** Filters of the library. What they choose stands in the address. */
export const Filters = ({ search, onChange }: { search: LibrarySearch; onChange: Change }) => (
  <search className="library-filters" aria-label={TEXT.filters.title}>
    <TextField
      label={TEXT.filters.text}
      value={search.text ?? ''}
      onChange={(text) => onChange({ text })}
      maxLength={200}
    />
    <RangeField
      label={TEXT.filters.tempo}
      least={search.tempo_min ?? ''}
      most={search.tempo_max ?? ''}
      onLeast={(tempo_min) => onChange({ tempo_min })}
      onMost={(tempo_max) => onChange({ tempo_max })}
    />
    <SelectField
      label={TEXT.filters.key}
      value={search.key ?? ''}
      onChange={(key) => onChange({ key })}
      options={[
        ['', TEXT.filters.any],
        ...KEYS.map(({ camelot, openKey, name }) => [camelot, `${camelot} · ${openKey} · ${name}`] as const),
      ]}
    />
    <RangeField
      label={TEXT.filters.energy}
      least={search.energy_min ?? ''}
      most={search.energy_max ?? ''}
      onLeast={(energy_min) => onChange({ energy_min })}
      onMost={(energy_max) => onChange({ energy_max })}
    />
    <SelectField
      label={TEXT.filters.mood}
      value={search.mood ?? ''}
      onChange={(mood) => onChange({ mood })}
      options={[['', TEXT.filters.any], ...MOODS.map((mood) => [mood, capital(mood)] as const)]}
    />
    <RangeField
      label={TEXT.filters.minutes}
      least={search.minutes_min ?? ''}
      most={search.minutes_max ?? ''}
      onLeast={(minutes_min) => onChange({ minutes_min })}
      onMost={(minutes_max) => onChange({ minutes_max })}
    />
  </search>
)
