import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { TEXT } from './text.ts'

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly hint?: string
  readonly error?: string | undefined
  readonly autoComplete: string
  readonly autoFocus?: boolean
}

/** A field for a user name or another short text that password managers know. */
export const WordField = (props: FieldProps) => <Field {...props} type="text" />

/** A field for a password, which can be looked at while it is new. */
export function SecretField(props: FieldProps & { readonly canShow?: boolean }) {
  const [shown, setShown] = useState(false)
  return (
    <Field {...props} type={shown ? 'text' : 'password'}>
      {props.canShow ? (
        <label className="check">
          <input type="checkbox" checked={shown} onChange={() => setShown(!shown)} />
          {TEXT.setup.show}
        </label>
      ) : null}
    </Field>
  )
}

function Field({
  label,
  value,
  onChange,
  hint,
  error,
  autoComplete,
  autoFocus = false,
  type,
  children,
}: FieldProps & { type: 'text' | 'password'; children?: ReactNode }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (autoFocus) input.current?.focus()
  }, [autoFocus])
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        type={type}
        value={value}
        maxLength={1024}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      {hint ? (
        <span id={`${id}-hint`} className="field-hint">
          {hint}
        </span>
      ) : null}
      {error ? (
        <span id={`${id}-error`} className="field-error" role="alert">
          {error}
        </span>
      ) : null}
      {children}
    </div>
  )
}
