import { Broken, lazyView as lazy } from '@assay/ui/lazy-view'
import { createHashHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { Frame, NotFound } from './frame.tsx'
import { queries } from './queries.ts'
import { TEXT } from './text.ts'
import { readLibrarySearch } from './views/library/library-search.ts'
import { readSearchSearch } from './views/search/search-search.ts'
import { StartView } from './views/start/start-view.tsx'
import { waveformQuery } from './views/track/track-queries.ts'

const lazyView = (load: () => Promise<ComponentType>) => lazy(TEXT, load)

const root = createRootRoute({ component: Frame })
const start = createRoute({ getParentRoute: () => root, path: '/', component: StartView })
const track = createRoute({
  getParentRoute: () => root,
  path: '/tracks/$id',
  // The waveform is asked for while the view is being loaded. A link that is only pointed at asks for nothing.
  loader: ({ params: { id }, cause }) => {
    if (cause === 'enter') void queries.prefetchQuery(waveformQuery(id))
  },
  component: lazyView(() => import('./views/track/track-view.tsx').then(({ TrackView }) => TrackView)),
})
const library = createRoute({
  getParentRoute: () => root,
  path: '/library',
  validateSearch: readLibrarySearch,
  component: lazyView(() =>
    import('./views/library/library-view.tsx').then(({ LibraryView }) => LibraryView),
  ),
})
const search = createRoute({
  getParentRoute: () => root,
  path: '/search',
  validateSearch: readSearchSearch,
  component: lazyView(() => import('./views/search/search-view.tsx').then(({ SearchView }) => SearchView)),
})
const jobs = createRoute({
  getParentRoute: () => root,
  path: '/jobs',
  component: lazyView(() => import('./views/jobs/jobs-view.tsx').then(({ JobsView }) => JobsView)),
})

/** Addresses live behind the # sign: they can be bookmarked and shared, and they work under any path of a proxy. */
export const router = createRouter({
  routeTree: root.addChildren([start, track, library, search, jobs]),
  history: createHashHistory(),
  // Plain texts in the address, as people would write them.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (given) => {
    const filled = Object.entries(given).filter(([, value]) => value !== undefined && value !== '')
    const query = new URLSearchParams(filled as [string, string][]).toString()
    return query === '' ? '' : `?${query}`
  },
  defaultPreload: 'intent',
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: () => <Broken words={TEXT} onRetry={() => window.location.reload()} />,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
