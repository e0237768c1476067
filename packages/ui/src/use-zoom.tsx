import { type KeyboardEvent, useState } from 'react'
import { usePrinting } from './use-printing.tsx'

export type Range = readonly [number, number]
type Place = { readonly x: number; readonly y: number }

const LARGEST = 8
/** Part of what is shown by which an arrow key moves it. */
const STEP = 0.2

/** What a key multiplies the zoom by. */
const ZOOM_KEYS: Readonly<Record<string, number>> = { '+': 2, '=': 2, '-': 0.5, '0': 0 }
/** Where a key moves what is shown, to the right and up. */
const MOVE_KEYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/** The part of a range that is shown around a middle; it never leaves the range. */
function part([low, high]: Range, middle: number, factor: number): Range {
  const size = (high - low) / factor
  const from = Math.min(high - size, Math.max(low, middle - size / 2))
  return [from, from + size]
}

/**
 * What of a chart is shown. Zooming in begins around `focus`. On paper everything is shown, whatever the screen shows.
 * `onKeyDown` understands plus, minus, 0 and the arrow keys.
 */
export function useZoom(xFull: Range, yFull: Range, focus: Place) {
  const [factor, setFactor] = useState(1)
  const [middle, setMiddle] = useState<Place>()
  const printing = usePrinting()
  const at = middle ?? focus
  const x = part(xFull, at.x, printing ? 1 : factor)
  const y = part(yFull, at.y, printing ? 1 : factor)
  const zoom = (next: number) => {
    setFactor(Math.min(LARGEST, Math.max(1, next)))
    if (next <= 1) setMiddle(undefined)
  }
  const move = (right: number, up: number) =>
    setMiddle({
      x: (x[0] + x[1]) / 2 + right * STEP * (x[1] - x[0]),
      y: (y[0] + y[1]) / 2 + up * STEP * (y[1] - y[0]),
    })
  return {
    x,
    y,
    isLargest: factor >= LARGEST,
    isWhole: factor <= 1,
    zoomIn: () => zoom(factor * 2),
    zoomOut: () => zoom(factor / 2),
    showAll: () => zoom(1),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const change = ZOOM_KEYS[event.key]
      const [right, up] = (factor > 1 && MOVE_KEYS[event.key]) || [0, 0]
      if (change !== undefined) zoom(factor * change)
      else if (right || up) move(right, up)
      else return
      event.preventDefault()
    },
  }
}
