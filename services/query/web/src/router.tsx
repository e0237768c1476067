import { Broken, lazyView as lazy } from '@assay/ui/lazy-view'
import { createHashHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { Frame, NotFound } from './frame.tsx'
import { TEXT } from './text.ts'
import { readGrowth } from './views/growth/child.ts'
import { MeasureView } from './views/measure/measure-view.tsx'
import { readMeasures } from './views/measure/measures.ts'
import { readPlan } from './views/plan/plan.ts'

const lazyView = (load: () => Promise<ComponentType>) => lazy(TEXT, load)

const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

const root = createRootRoute({ component: Frame })

const measure = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: readMeasures,
  component: MeasureView,
})
const ask = createRoute({
  getParentRoute: () => root,
  path: '/ask',
  validateSearch: (search: Record<string, unknown>): { q?: string } => {
    const q = text(search.q)
    return q === undefined ? {} : { q }
  },
  component: lazyView(() => import('./views/ask/ask-view.tsx').then(({ AskView }) => AskView)),
})
const growth = createRoute({
  getParentRoute: () => root,
  path: '/growth',
  validateSearch: readGrowth,
  component: lazyView(() => import('./views/growth/growth-view.tsx').then(({ GrowthView }) => GrowthView)),
})
const plan = createRoute({
  getParentRoute: () => root,
  path: '/plan',
  validateSearch: readPlan,
  component: lazyView(() => import('./views/plan/plan-view.tsx').then(({ PlanView }) => PlanView)),
})
const survey = createRoute({
  getParentRoute: () => root,
  path: '/survey',
  component: lazyView(() => import('./views/survey/survey-view.tsx').then(({ SurveyView }) => SurveyView)),
})
const catalogue = createRoute({
  getParentRoute: () => root,
  path: '/catalogue',
  validateSearch: (search: Record<string, unknown>): { find?: string } => {
    const find = text(search.find)
    return find === undefined ? {} : { find }
  },
  component: lazyView(() =>
    import('./views/catalogue/catalogue-view.tsx').then(({ CatalogueView }) => CatalogueView),
  ),
})
const metric = createRoute({
  getParentRoute: () => root,
  path: '/catalogue/$id',
  component: lazyView(() => import('./views/catalogue/metric-view.tsx').then(({ MetricView }) => MetricView)),
})

/**
 * Addresses live behind the # sign: they can be bookmarked and shared, they work under any path of a proxy, and the
 * measurements in them never reach a server or its log.
 */
export const router = createRouter({
  routeTree: root.addChildren([measure, ask, growth, plan, survey, catalogue, metric]),
  history: createHashHistory(),
  // Plain texts in the address, as people would write them.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const query = new URLSearchParams(search as Record<string, string>).toString()
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
