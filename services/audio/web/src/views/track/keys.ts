/** What a key does in the track view. */
export type Command =
  | { readonly do: 'toggle' }
  | { readonly do: 'beats'; readonly steps: number }
  | { readonly do: 'bars'; readonly steps: number }
  | { readonly do: 'zoom'; readonly factor: number }
  | { readonly do: 'start' | 'end' | 'all' | 'follow' }

/** Bars that J and L jump over: a phrase of most dance music. */
const PHRASE_BARS = 4

const COMMANDS: Readonly<Record<string, Command>> = {
  ' ': { do: 'toggle' },
  k: { do: 'toggle' },
  j: { do: 'bars', steps: -PHRASE_BARS },
  l: { do: 'bars', steps: PHRASE_BARS },
  ArrowLeft: { do: 'beats', steps: -1 },
  ArrowRight: { do: 'beats', steps: 1 },
  'shift ArrowLeft': { do: 'bars', steps: -1 },
  'shift ArrowRight': { do: 'bars', steps: 1 },
  ArrowUp: { do: 'zoom', factor: 2 },
  ArrowDown: { do: 'zoom', factor: 0.5 },
  '+': { do: 'zoom', factor: 2 },
  '=': { do: 'zoom', factor: 2 },
  '-': { do: 'zoom', factor: 0.5 },
  '0': { do: 'all' },
  f: { do: 'follow' },
  Home: { do: 'start' },
  End: { do: 'end' },
}

/** A pressed key, as the browser tells it. */
export interface Pressed {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** Returns what a key does; undefined for keys that are the browser's. */
export function commandOf({ key, shiftKey, ctrlKey, metaKey, altKey }: Pressed): Command | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  const name = key.length === 1 ? key.toLowerCase() : key
  return COMMANDS[shiftKey && key.startsWith('Arrow') ? `shift ${name}` : name]
}

/** What the element with the focus does with keys. */
export type Focus = 'page' | 'timeline' | 'text' | 'scrolls' | 'presses' | 'other'

/** Returns what an element does with keys. */
export function focusOf(element: Element | null): Focus {
  if (!element || element.matches('body, main')) return 'page'
  if (element.matches('.lanes')) return 'timeline'
  if (
    element.matches(
      'input:not([type=checkbox], [type=radio], [type=button]), select, textarea, [contenteditable]',
    )
  )
    return 'text'
  if (element.matches('button, a, summary, input, [role=button]')) return 'presses'
  return element.matches('[tabindex="0"]') ? 'scrolls' : 'other'
}

const SCROLLING = ['ArrowLeft', 'ArrowRight', 'Home', 'End', ' ']

/** Whether a key belongs to the element with the focus: text is typed there, the key presses it, or it scrolls. */
export function isTaken(focus: Focus, key: string): boolean {
  if (focus === 'page' || focus === 'timeline') return false
  if (focus === 'text' || key === 'ArrowUp' || key === 'ArrowDown') return true
  return focus === 'scrolls' ? SCROLLING.includes(key) : focus === 'presses' && key === ' '
}
