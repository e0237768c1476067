import { type ReactNode, useId } from 'react'
import { DayInput } from './day.tsx'

/** A text field for a number with its unit beside it. The text is the caller's, so that half-typed numbers survive. */
export function NumberField({
  label,
  unit,
  value,
  onChange,
  hint,
  error,
  placeholder,
}: {
  label: string
  unit: string
  value: string
  onChange: (text: string) => void
  hint?: ReactNode
  error?: string | undefined
  placeholder?: string
}) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-unit">
        <input
          id={id}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          className="number"
          value={value}
          placeholder={placeholder}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          onChange={({ target }) => onChange(target.value)}
        />
        <span aria-hidden={unit === '' ? true : undefined}>{unit}</span>
      </div>
      {hint ? (
        <span id={`${id}-hint`} className="field-hint">
          {hint}
        </span>
      ) : null}
      {error ? (
        <span id={`${id}-error`} className="field-error">
          {error}
        </span>
      ) : null}
    </div>
  )
}

/** A field for a short text. */
export function TextField({
  label,
  value,
  onChange,
  hint,
  maxLength,
}: {
  label: string
  value: string
  onChange: (text: string) => void
  hint?: ReactNode
  maxLength: number
}) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        maxLength={maxLength}
        value={value}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      {hint ? (
        <span id={`${id}-hint`} className="field-hint">
          {hint}
        </span>
      ) : null}
    </div>
  )
}

/** A choice from a list that opens. */
export function SelectField({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  /** Value → text, or pairs of them: as names of a record, values that look like numbers would come first. */
  options: Readonly<Record<string, string>> | readonly (readonly [value: string, text: string])[]
  value: string
  onChange: (value: string) => void
}) {
  const id = useId()
  const pairs: readonly (readonly [string, string])[] = Array.isArray(options)
    ? options
    : Object.entries(options)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {pairs.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

/** A choice between a few things that are all in sight. */
export function ChoiceField<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly { readonly value: Value; readonly label: string }[]
  value: Value | undefined
  onChange: (value: Value) => void
}) {
  const name = useId()
  return (
    <fieldset className="field">
      <legend>{label}</legend>
      <div className="choice">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** A field for a day of the calendar, YYYY-MM-DD. */
export function DateField({
  label,
  value,
  onChange,
  error,
}: {
  label: string
  value: string
  onChange: (text: string) => void
  error?: string | undefined
}) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <DayInput id={id} value={value} onChange={onChange} describedBy={error ? `${id}-error` : undefined} />
      {error ? (
        <span id={`${id}-error`} className="field-error">
          {error}
        </span>
      ) : null}
    </div>
  )
}
