import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

/** Holds a table that may be wider than the screen. Where it scrolls, the keyboard can reach it. */
export function TableFrame({
  label,
  className = '',
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  const frame = useRef<HTMLElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useLayoutEffect(() => {
    const shown = frame.current
    if (!shown) return undefined
    const measure = () =>
      setScrolls(shown.scrollWidth > shown.clientWidth || shown.scrollHeight > shown.clientHeight)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(shown)
    return () => observer.disconnect()
  }, [])
  return (
    <section
      ref={frame}
      className={`table-frame ${className}`.trim()}
      aria-label={label}
      tabIndex={scrolls ? 0 : undefined}
    >
      {children}
    </section>
  )
}
