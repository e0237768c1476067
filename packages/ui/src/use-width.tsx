import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The width of an element in whole pixels, followed as it changes; `first` until it is known. */
export function useWidth<Shown extends Element>(first: number): [RefObject<Shown | null>, number] {
  const element = useRef<Shown>(null)
  const [width, setWidth] = useState(first)
  useLayoutEffect(() => {
    const shown = element.current
    if (!shown) return undefined
    const measure = () => setWidth(Math.max(1, Math.round(shown.getBoundingClientRect().width)))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(shown)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}
