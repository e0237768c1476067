import { createHash } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Meter } from '@opentelemetry/api'

const NANOSECONDS = 1e9
const QUANTILES = { '0.5': 50, '0.99': 99, '1': 100 }

/**
 * Exports the delay of the event loop since the last scrape (quantiles in seconds), memory and processor time under the
 * usual Prometheus names. Returns a function that stops the measurement.
 */
export function observeProcess(meter: Meter): () => void {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  meter
    .createObservableGauge('event_loop_delay_seconds', {
      description: 'Delay of the event loop since the last scrape, by quantile',
    })
    .addCallback((result) => {
      // A timer that fires on time counts as its own interval.
      for (const [quantile, percent] of Object.entries(QUANTILES))
        result.observe(Math.max(0, delay.percentile(percent) / NANOSECONDS - 0.01), { quantile })
      delay.reset()
    })
  meter
    .createObservableGauge('process_resident_memory_bytes', { description: 'Resident memory of the process' })
    .addCallback((result) => result.observe(process.memoryUsage.rss()))
  meter
    .createObservableCounter('process_cpu_seconds_total', { description: 'Processor time of the process' })
    .addCallback((result) => {
      const { user, system } = process.cpuUsage()
      result.observe((user + system) / 1e6)
    })
  return () => {
    delay.disable()
  }
}

/** Number of tenants with their own series in one process. All further ones are counted together. */
const MAX_TENANTS = 500

/** Returns the label of a tenant: the first 12 hex digits of the SHA-256 of its name. */
export const tenantLabel = (tenant: string): string =>
  createHash('sha256').update(tenant).digest('hex').slice(0, 12)

/** Creates the counters of usage by tenant. Returns a function that counts one request and its duration in seconds. */
export function tenantUsage(meter: Meter): (tenant: string, seconds: number) => void {
  const requests = meter.createCounter('tenant_requests', {
    description: 'Requests by tenant; the label is a hash of its name or id',
  })
  const duration = meter.createCounter('tenant_request_seconds', {
    description: 'Time spent on requests by tenant, in seconds',
  })
  const labels = new Map<string, { tenant: string }>()
  return (tenant, seconds) => {
    const known = labels.get(tenant)
    const label = known ?? { tenant: labels.size < MAX_TENANTS ? tenantLabel(tenant) : 'other' }
    if (!known && labels.size < MAX_TENANTS) labels.set(tenant, label)
    requests.add(1, label)
    duration.add(seconds, label)
  }
}
