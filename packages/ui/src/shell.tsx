import type { ReactNode } from 'react'

/** The frame of a page: name, views, main part and foot. */
export function Shell({
  name,
  views,
  tools,
  foot,
  skip,
  children,
}: {
  name: ReactNode
  /** Links to the views; the one that is open has `aria-current="page"`. */
  views: ReactNode
  tools: ReactNode
  foot: ReactNode
  /** Text of the link that jumps over the navigation. */
  skip: string
  children: ReactNode
}) {
  return (
    <>
      <button
        type="button"
        className="skip"
        onClick={() => document.querySelector<HTMLElement>('main')?.focus()}
      >
        {skip}
      </button>
      <header className="shell-head">
        <div className="shell-bar">
          {name}
          <nav className="shell-views">{views}</nav>
          {tools}
        </div>
      </header>
      <main className="shell-main" tabIndex={-1}>
        {children}
      </main>
      <footer className="shell-foot small soft stack">{foot}</footer>
    </>
  )
}
