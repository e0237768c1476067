import { useId } from 'react'
import { dayText } from './format.tsx'

/**
 * An input for a day of the calendar, YYYY-MM-DD. The browser shows it in its own order of day and month, so the day
 * stands below it in words; paper shows the words only.
 */
export function DayInput({
  id,
  label,
  value,
  onChange,
  describedBy,
}: {
  id?: string
  /** Name of the input where no label element points to it. */
  label?: string
  value: string
  onChange: (text: string) => void
  /** Id of the text that says what is wrong. */
  describedBy?: string | undefined
}) {
  const said = useId()
  return (
    <>
      <input
        id={id}
        type="date"
        aria-label={label}
        value={value}
        aria-invalid={describedBy ? true : undefined}
        aria-describedby={describedBy ? `${said} ${describedBy}` : said}
        onChange={({ target }) => onChange(target.value)}
      />
      <span id={said} className="day-said">
        {dayText(value)}
      </span>
    </>
  )
}
