import { AssayError, orThrow } from '@assay/audio-client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react'
import { service } from '../../service.ts'
import { TEXT } from './text.ts'

const SHOWN = 8

interface Choice {
  readonly id: string
  readonly title: string
  readonly artist: string | null
}

const nameOf = ({ title, artist }: Choice): string => (artist === null ? title : `${title} – ${artist}`)

/** The chosen track, from its identifier. */
const useChosen = (id: string | undefined) =>
  useQuery({
    queryKey: ['track', id],
    queryFn: ({ signal }) =>
      orThrow(service().GET('/api/v1/tracks/{id}', { params: { path: { id: id! } }, signal })),
    enabled: id !== undefined,
  })

/** Chooses a track of the library by part of its title or artist. */
export function TrackPicker({
  label,
  value,
  onChange,
}: {
  label: string
  value: string | undefined
  onChange: (id: string) => void
}) {
  const id = useId()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const asked = useDeferredValue(text.trim())
  const chosen = useChosen(value)
  const found = useQuery({
    queryKey: ['tracks', 'pick', asked],
    queryFn: ({ signal }) =>
      orThrow(
        service().GET('/api/v1/tracks', {
          params: {
            query: {
              ...(asked === '' ? {} : { text: asked }),
              limit: SHOWN,
              sort: asked === '' ? '-added' : 'title',
            },
          },
          signal,
        }),
      ),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  // Until the answer to the last letter is here, the one before it stands in: Enter never chooses what does not match.
  const choices: readonly Choice[] = (found.data?.tracks ?? []).filter(
    ({ music, title, artist }) =>
      music && `${title}\n${artist ?? ''}`.toLowerCase().includes(text.trim().toLowerCase()),
  )
  const choose = (choice: Choice | undefined) => {
    if (choice === undefined) return
    onChange(choice.id)
    setText('')
    setOpen(false)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false)
    else if (event.key === 'Enter' && isOpen) choose(choices[active])
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((before) => Math.max(0, Math.min(choices.length - 1, before + (isOpen ? step : 0))))
    } else return
    event.preventDefault()
  }
  const missing = chosen.error
    ? chosen.error instanceof AssayError && chosen.error.status === 404
      ? TEXT.picker.removed
      : TEXT.picker.failed
    : TEXT.picker.loading
  const shownName = value === undefined ? '' : chosen.data ? nameOf(chosen.data) : missing
  return (
    <div className="field picker">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        role="combobox"
        autoComplete="off"
        maxLength={200}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && choices[active] ? `${id}-${active}` : undefined}
        placeholder={TEXT.picker.hint}
        value={isOpen ? text : shownName}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onChange={({ target }) => {
          setText(target.value)
          setActive(0)
          setOpen(true)
        }}
        onKeyDown={onKey}
      />
      <div id={`${id}-list`} role="listbox" aria-label={label} className="picker-list" hidden={!isOpen}>
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and names the active option.
          <div
            key={choice.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className="picker-option"
            // Before the input loses the focus.
            onPointerDown={(event) => {
              event.preventDefault()
              choose(choice)
            }}
          >
            {nameOf(choice)}
          </div>
        ))}
        {found.data && !found.isPlaceholderData && choices.length === 0 ? (
          <div role="option" aria-selected={false} aria-disabled className="picker-option soft" tabIndex={-1}>
            {TEXT.picker.none}
          </div>
        ) : null}
      </div>
    </div>
  )
}
