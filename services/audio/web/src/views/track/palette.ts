/** Colours of the drawing, as the page has them now. */
const NAMES = {
  ground: '--sunken',
  ink: '--ink',
  soft: '--ink-soft',
  line: '--line',
  strong: '--line-strong',
  accent: '--accent',
  wave: '--wave',
  beat: '--beat',
  section0: '--section-0',
  section1: '--section-1',
  section2: '--section-2',
  section3: '--section-3',
  hit: '--hit',
} as const

export type Palette = Readonly<Record<keyof typeof NAMES, string>>

/** Returns the colours that the page's variables have at an element, in a form that a canvas understands. */
export function paletteAt(element: Element): Palette {
  const probe = document.createElement('span')
  element.append(probe)
  const entries = Object.entries(NAMES).map(([name, variable]) => {
    probe.style.color = `var(${variable})`
    return [name, getComputedStyle(probe).color] as const
  })
  probe.remove()
  return Object.fromEntries(entries) as Palette
}

/** Calls back when the colours of the page may have changed. Returns a function that stops it. */
export function onColoursChanged(changed: () => void): () => void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)')
  dark.addEventListener('change', changed)
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => {
    dark.removeEventListener('change', changed)
    observer.disconnect()
  }
}
