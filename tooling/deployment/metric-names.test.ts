import { expect, test } from 'vitest'
import { expressions, metricsOf } from './metric-names.ts'

test('metrics are found between functions, labels, ranges and operators', () => {
  expect(
    metricsOf('sum by (service_name, le) (rate(a_bucket{route!="/b",x=~"c|d"}[5m])) / sum(e_total) > 0.02'),
  ).toEqual(['a_bucket', 'e_total'])
  expect(
    metricsOf('topk(10, histogram_quantile(0.99, sum by (le) (rate(a_bucket[$__rate_interval]))))'),
  ).toEqual(['a_bucket'])
  expect(metricsOf('(a unless on (instance) b) > 3e9 or vector(0)')).toEqual(['a', 'b'])
  expect(metricsOf('label_values(a_count, service_name)')).toEqual(['a_count'])
})

test('dashboards and alerts have expressions, each with a metric of the services or of Prometheus', () => {
  const all = expressions()
  expect(all.length).toBeGreaterThan(30)
  for (const { where, expression } of all)
    if (!/\bup\b/.test(expression)) expect(metricsOf(expression), where).not.toEqual([])
})
