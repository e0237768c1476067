import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { usePrinting } from './use-printing.tsx'

/** Width of a chart on paper in pixels: A4 and Letter with a margin of 14 mm are a little wider. */
const PAPER_WIDTH = 680

/** No chart has room for its axes below this width; an element may have it for a moment while the page is laid out. */
const NARROWEST = 200

/** The width of an element in whole pixels, followed as it changes; `first` until it is known, `onPaper` in print. */
export function useWidth<Shown extends Element>(
  first: number,
  onPaper: number = PAPER_WIDTH,
): [RefObject<Shown | null>, number] {
  const element = useRef<Shown>(null)
  const [width, setWidth] = useState(first)
  const printing = usePrinting()
  useLayoutEffect(() => {
    const shown = element.current
    if (!shown) return undefined
    const measure = () => setWidth(Math.max(NARROWEST, Math.round(shown.getBoundingClientRect().width)))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(shown)
    return () => observer.disconnect()
  }, [])
  return [element, printing ? onPaper : width]
}
