import { useState } from 'react'

const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]
const KEY = 'assay-theme'

const isTheme = (value: unknown): value is Theme => THEMES.includes(value as Theme)

function remembered(): Theme {
  const value = localStorage.getItem(KEY)
  return isTheme(value) ? value : 'system'
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** Applies the theme that was chosen earlier. Call it before the first paint. */
export const applyTheme = (): void => apply(remembered())

/** Chooses between the theme of the system, light and dark; the choice is kept in the browser. */
export function ThemeSwitch({ label, names }: { label: string; names: Readonly<Record<Theme, string>> }) {
  const [theme, setTheme] = useState(remembered)
  return (
    <div className="field theme-switch">
      <label className="hidden" htmlFor="theme">
        {label}
      </label>
      <select
        id="theme"
        value={theme}
        onChange={({ target }) => {
          if (!isTheme(target.value)) return
          localStorage.setItem(KEY, target.value)
          apply(target.value)
          setTheme(target.value)
        }}
      >
        {THEMES.map((one) => (
          <option key={one} value={one}>
            {names[one]}
          </option>
        ))}
      </select>
    </div>
  )
}
