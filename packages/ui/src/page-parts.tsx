import type { ReactNode } from 'react'
import { useOnline } from './use-online.tsx'

/** The mark of a page beside its name: lines on a field of 24 by 24. */
export const PageMark = ({ lines }: { lines: readonly string[] }) => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={2}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
  >
    {lines.map((line) => (
      <path key={line} d={line} />
    ))}
  </svg>
)

/** Says above a view that there is no connection. */
export const OfflineBar = ({ text }: { text: string }) =>
  useOnline() ? null : (
    <p className="notice no-print offline-bar" role="status">
      {text}
    </p>
  )

/** An address that leads to no view. `home` is the link to the first view. */
export const NoSuchView = ({
  words,
  home,
}: {
  words: { readonly title: string; readonly text: string }
  home: ReactNode
}) => (
  <div className="panel stack empty">
    <h1>{words.title}</h1>
    <p className="soft">{words.text}</p>
    {home}
  </div>
)
