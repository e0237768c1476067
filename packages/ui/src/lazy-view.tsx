import { type ComponentType, useEffect, useState } from 'react'
import { ErrorPanel } from './error-panel.tsx'

/** Where a view comes from, and the view once it is here. */
type Source = { readonly load: () => Promise<ComponentType>; loaded?: ComponentType }

/** Texts of a view that is not here yet. */
export type LazyWords = {
  readonly loading: string
  readonly broken: { readonly title: string; readonly text: string }
  readonly copy: string
  readonly tryAgain: string
}

const fetchView = async (source: Source): Promise<void> => {
  source.loaded ??= await source.load()
}

/** Reloads the page if the service answers, so that nobody ends with the browser's own error. */
async function reloadIfAnswered(): Promise<void> {
  const answer = await fetch(document.baseURI, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok) window.location.reload()
}

/**
 * A view that is loaded when it is first opened. Without a connection it says so, can be tried again, and opens by itself once
 * the connection is back; the page is reloaded for it only when the service answers.
 */
export const lazyView = (words: LazyWords, load: () => Promise<ComponentType>) => {
  const source: Source = { load }
  return Object.assign(() => <LazyView source={source} words={words} />, {
    // A failure is shown by the view when it is opened.
    preload: () => fetchView(source).catch(() => undefined),
  })
}

function LazyView({ source, words }: { source: Source; words: LazyWords }) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>(source.loaded ? 'loaded' : 'loading')
  useEffect(() => {
    if (state !== 'loading') return
    fetchView(source).then(
      () => setState('loaded'),
      () => setState('failed'),
    )
  }, [source, state])
  useEffect(() => {
    if (state !== 'failed') return
    const again = () => {
      fetchView(source).then(
        () => setState('loaded'),
        // Browsers remember that a script could not be loaded. The address stays, so that the view opens after a reload.
        () => void reloadIfAnswered(),
      )
    }
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [source, state])
  if (source.loaded) return <source.loaded />
  return state === 'failed' ? (
    <Broken words={words} onRetry={() => setState('loading')} />
  ) : (
    <div className="skeleton chart-skeleton" role="status" aria-label={words.loading} />
  )
}

/** A view that could not be loaded or shown: the connection was lost, or the service has a newer page. */
export const Broken = ({ words, onRetry }: { words: LazyWords; onRetry: () => void }) => (
  <ErrorPanel
    title={words.broken.title}
    message={words.broken.text}
    copy={words.copy}
    retry={{ label: words.tryAgain, onClick: onRetry }}
  />
)
