import { Broken, lazyView as lazy } from '@assay/ui/lazy-view'
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Navigate,
} from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { Frame, NotFound } from './frame.tsx'
import { TEXT } from './text.ts'
import { readTableSearch } from './views/observations/table-search.ts'
import { readAuditSearch } from './views/people/audit-search.ts'
import { RunsView } from './views/runs/runs-view.tsx'

type Search = Record<string, unknown>
const lazyView = (load: () => Promise<ComponentType>) => lazy(TEXT, load)

/** Reads the named texts of an address and leaves out everything else. */
const texts =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Search): { [Each in Name]?: string } =>
    Object.fromEntries(
      names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])),
    ) as { [Each in Name]?: string }

const root = createRootRoute({ component: Frame })
const toRuns = (): ReactNode => <Navigate to="/runs" replace />
const home = createRoute({ getParentRoute: () => root, path: '/', component: toRuns })
/** The one-time address ends here once it is used. */
const used = createRoute({ getParentRoute: () => root, path: '/setup', component: toRuns })
/** Where a used address of a demonstration leads: whoever is signed in goes on, others are told (see `Entrance`). */
const demoEnded = createRoute({ getParentRoute: () => root, path: '/demo-ended', component: toRuns })
const runs = createRoute({
  getParentRoute: () => root,
  path: '/runs',
  validateSearch: texts('imports'),
  component: RunsView,
})
const observations = createRoute({
  getParentRoute: () => root,
  path: '/runs/$run',
  validateSearch: readTableSearch,
  component: lazyView(() =>
    import('./views/observations/observations-view.tsx').then(({ ObservationsView }) => ObservationsView),
  ),
})
const candidate = createRoute({
  getParentRoute: () => root,
  path: '/runs/$run/observations/$observation',
  validateSearch: texts('candidate', 'as_of'),
  component: lazyView(() =>
    import('./views/candidate/candidate-view.tsx').then(({ CandidateView }) => CandidateView),
  ),
})
const review = createRoute({
  getParentRoute: () => root,
  path: '/review',
  validateSearch: texts('run'),
  component: lazyView(() => import('./views/review/review-view.tsx').then(({ ReviewView }) => ReviewView)),
})
const reports = createRoute({
  getParentRoute: () => root,
  path: '/reports',
  validateSearch: texts('run', 'observations'),
  component: lazyView(() => import('./views/report/reports-view.tsx').then(({ ReportsView }) => ReportsView)),
})
const report = createRoute({
  getParentRoute: () => root,
  path: '/reports/$hash',
  component: lazyView(() => import('./views/report/report-view.tsx').then(({ ReportView }) => ReportView)),
})
const people = createRoute({
  getParentRoute: () => root,
  path: '/people',
  validateSearch: readAuditSearch,
  component: lazyView(() => import('./views/people/people-view.tsx').then(({ PeopleView }) => PeopleView)),
})

/** Addresses live behind the # sign: they can be bookmarked and shared, and they work under any path of a proxy. */
export const router = createRouter({
  routeTree: root.addChildren([
    home,
    used,
    demoEnded,
    runs,
    observations,
    candidate,
    review,
    reports,
    report,
    people,
  ]),
  history: createHashHistory(),
  // Plain texts in the address, as people would write them.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
    const query = new URLSearchParams(given as [string, string][]).toString()
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
