import { type components, createQueryClient } from '@assay/query-client'

export type CatalogueMetric = components['schemas']['CatalogueMetric']
export type MetricsAnswer = components['schemas']['MetricsAnswer']
export type MetricDetail = components['schemas']['MetricDetail']
export type QueryAnswer = components['schemas']['QueryAnswer']
export type ModelResult = components['schemas']['ModelResult']
export type SurveyTables = components['schemas']['SurveyTables']

const KEY = 'assay-query-api-key'

/** The API key of this session, where the deployment asks for one; forgotten when the tab is closed. */
export const apiKey = {
  get: () => sessionStorage.getItem(KEY) ?? undefined,
  set: (key: string) => sessionStorage.setItem(KEY, key),
}

/** A client of the service that served this page, whatever path it is served under. */
export function service() {
  const key = apiKey.get()
  const baseUrl = new URL('.', document.baseURI).href.replace(/\/$/, '')
  return createQueryClient({ baseUrl, ...(key ? { apiKey: key } : {}) })
}
