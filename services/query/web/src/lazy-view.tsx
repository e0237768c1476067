import { ErrorPanel } from '@assay/ui/error-panel'
import { type ComponentType, useEffect, useState } from 'react'
import { TEXT } from './text.ts'

/** Where a view comes from, and the view once it is here. */
type Source = { readonly load: () => Promise<ComponentType>; loaded?: ComponentType }

const fetchView = async (source: Source): Promise<void> => {
  source.loaded ??= await source.load()
}

/**
 * A view that is loaded when it is first opened. Without a connection it says so and can be tried again; the page is never
 * reloaded for it, which would end with the browser's own error.
 */
export const lazyView = (load: () => Promise<ComponentType>) => {
  const source: Source = { load }
  return Object.assign(() => <LazyView source={source} />, {
    // A failure is shown by the view when it is opened.
    preload: () => fetchView(source).catch(() => undefined),
  })
}

function LazyView({ source }: { source: Source }) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>(source.loaded ? 'loaded' : 'loading')
  useEffect(() => {
    if (state !== 'loading') return
    fetchView(source).then(
      () => setState('loaded'),
      () => setState('failed'),
    )
  }, [source, state])
  if (source.loaded) return <source.loaded />
  return state === 'failed' ? (
    <Broken onRetry={() => setState('loading')} />
  ) : (
    <div className="skeleton chart-skeleton" role="status" aria-label={TEXT.loading} />
  )
}

/** A view that could not be loaded or shown: the connection was lost, or the service has a newer page. */
export const Broken = ({ onRetry }: { onRetry: () => void }) => (
  <ErrorPanel
    title={TEXT.broken.title}
    message={TEXT.broken.text}
    copy={TEXT.copy}
    retry={{ label: TEXT.tryAgain, onClick: onRetry }}
  />
)
