import { createServer, type Server } from 'node:http'
import {
  type Histogram,
  type Meter,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider } from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { observeProcess, tenantUsage } from './process-metrics.ts'

/** Metrics and traces of a process. */
export interface Telemetry {
  /** Meter for the service's own instruments. */
  readonly meter: Meter
  /** Undefined when tracing is off. */
  readonly tracer: Tracer | undefined
  /** Serves Prometheus text at `/metrics` and `/telemetry`, on loopback unless another address is given. */
  listen(port: number, host?: string): Promise<Server>
  shutdown(): Promise<void>
}

/** Settings of metrics and traces. */
export interface TelemetrySettings {
  readonly service: string
  readonly version: string
  readonly traceSampleRatio: number
  readonly otlpEndpoint?: string | undefined
}

/** Starts metrics, and traces when an OTLP address is configured. Neither ever contains request or health data. */
export function startTelemetry(settings: TelemetrySettings): Telemetry {
  const resource = resourceFromAttributes({
    'service.name': settings.service,
    'service.version': settings.version,
  })
  const exporter = new PrometheusExporter({
    preventServerStart: true,
    withoutScopeInfo: true,
    // Every series says which service it is of, whatever a scraper is told about its targets.
    withResourceConstantLabels: /^service\.name$/,
  })
  const meters = new MeterProvider({ resource, readers: [exporter] })
  const tracing = settings.otlpEndpoint !== undefined && settings.traceSampleRatio > 0
  if (tracing) propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const traces = tracing
    ? new TracerProvider({
        resource,
        sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.traceSampleRatio) }),
        spanProcessors: [
          new BatchSpanProcessor({
            exporter: new OTLPTraceExporter({
              url: `${settings.otlpEndpoint?.replace(/\/$/, '')}/v1/traces`,
            }),
          }),
        ],
      })
    : undefined
  let server: Server | undefined
  const meter = meters.getMeter(settings.service)
  const stopObserving = observeProcess(meter)
  return {
    meter,
    tracer: traces?.getTracer(settings.service),
    listen: (port, host = '127.0.0.1') =>
      new Promise((resolve, reject) => {
        server = createServer((request, response) => {
          if (request.url === '/metrics' || request.url === '/telemetry') {
            exporter.getMetricsRequestHandler(request, response)
            return
          }
          response.writeHead(404).end('Prometheus metrics are at /metrics\n')
        })
        server.once('error', reject)
        server.listen(port, host, () => resolve(server as Server))
      }),
    async shutdown() {
      stopObserving()
      server?.close()
      server?.closeAllConnections()
      await meters.shutdown()
      await traces?.shutdown()
    },
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | null
  }
}

/**
 * Records the duration of every request by method, route and status and, when tracing is on, one server span each.
 * `tenantOf` names the tenant whose usage a request counts to; only a hash of that name is exported.
 */
export function observeRequests(
  app: FastifyInstance,
  telemetry: Telemetry,
  tenantOf: (request: FastifyRequest) => string | undefined = () => undefined,
): void {
  const durations: Histogram = telemetry.meter.createHistogram('http_server_request_duration', {
    description: 'Time to answer a request',
    unit: 's',
    advice: {
      explicitBucketBoundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    },
  })
  const route = (url: string | undefined) => url ?? 'unknown'
  const countUsage = tenantUsage(telemetry.meter)
  app.addHook('onResponse', (request, reply, done) => {
    const tenant = tenantOf(request)
    if (tenant !== undefined) countUsage(tenant, reply.elapsedTime / 1000)
    durations.record(reply.elapsedTime / 1000, {
      method: request.method,
      route: route(request.routeOptions.url),
      status: reply.statusCode,
    })
    done()
  })
  const { tracer } = telemetry
  if (!tracer) return
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const parent = propagation.extract(ROOT_CONTEXT, request.headers)
    request.span = tracer.startSpan(
      `${request.method} ${route(request.routeOptions.url)}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': request.method,
          'http.route': route(request.routeOptions.url),
          'request.id': request.id,
        },
      },
      parent,
    )
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    request.span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) request.span?.setStatus({ code: SpanStatusCode.ERROR })
    request.span?.end()
    done()
  })
}
