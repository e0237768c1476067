import { Readable } from 'node:stream'
import { clientNetwork } from '@assay/kit/client-address'
import type { App } from '@assay/kit/server'
import { untilGone } from '@assay/kit/waiting-client'
import { PUBLIC } from '../domain/owner.ts'
import { Refusal } from '../domain/refusal.ts'
import type { FeedEvent, FollowJobs } from '../operations/follow-jobs.ts'
import { presentFeed } from '../wire/events.present.ts'
import { AllEventsHeaders, AllEventsQuery, AllEventsStream } from '../wire/events.schema.ts'
import { ownerOf } from './owner.ts'

/** Dependencies of the stream of all jobs. */
export interface EventsDeps {
  readonly followJobs: FollowJobs
}

/** Interval of the comments that keep proxies from closing an idle stream. */
const KEEP_ALIVE_MS = 15_000
/** Longest stream, seconds; a client then connects again. */
const LONGEST_SECONDS = 3600

/** Most streams that a client may have open at the same time, and when to try again, seconds. */
const MOST_STREAMS = 20
const RETRY_AFTER_SECONDS = 10

/** Counts the open streams of each client. Throws when one has too many. */
function streamLimit() {
  const open = new Map<string, number>()
  return (client: string, gone: AbortSignal): void => {
    const streams = open.get(client) ?? 0
    if (streams >= MOST_STREAMS)
      throw new Refusal(
        'RATE_LIMITED',
        `You have ${streams} open streams of events, which is the limit. Close one, or try again later.`,
        {
          field: 'request',
          issue: 'too_many_streams',
          provided: streams,
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        },
      )
    if (gone.aborted) return
    open.set(client, streams + 1)
    gone.addEventListener(
      'abort',
      () => {
        const left = open.get(client)! - 1
        if (left === 0) open.delete(client)
        else open.set(client, left)
      },
      { once: true },
    )
  }
}

function lineOf(event: FeedEvent): string {
  if (event.kind === 'idle') return ': still there\n\n'
  return `id: ${event.at.getTime()}\nevent: ${event.kind}\ndata: ${JSON.stringify(presentFeed(event))}\n\n`
}

async function* lines(events: AsyncGenerator<FeedEvent>): AsyncGenerator<string> {
  for await (const event of events) yield lineOf(event)
}

/** Returns the time of the last event that a client received; null when it does not say, or says something else. */
function timeOf(id: string | undefined): Date | null {
  const ms = id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : Number.NaN
  return Number.isFinite(ms) ? new Date(ms) : null
}

/** Adds `GET /events`: all jobs of the caller on one stream. */
export function eventsRoutes(app: App, deps: EventsDeps): void {
  const limitStreams = streamLimit()
  app.get(
    '/events',
    {
      schema: {
        tags: ['jobs'],
        operationId: 'watchAllJobs',
        summary: 'Follow all your jobs by server-sent events',
        description:
          'Begins with one event `snapshot` with your open jobs, and then sends one event `job` at each change. After a lost connection, send the identifier of the last event as `Last-Event-ID`: the snapshot then also has the jobs that ended since.',
        querystring: AllEventsQuery,
        headers: AllEventsHeaders,
        produces: ['text/event-stream'],
        response: { 200: AllEventsStream },
      },
    },
    async (request, reply) => {
      const { seconds = LONGEST_SECONDS } = request.query
      const ends = AbortSignal.timeout(Math.max(1, seconds) * 1000)
      const owner = ownerOf(request)
      const gone = untilGone(reply)
      // Without authentication all callers are one owner, so their networks tell them apart.
      limitStreams(owner === PUBLIC ? clientNetwork(request.ip) : owner, gone)
      const signal = AbortSignal.any([gone, app.closing, ends])
      const events = deps.followJobs(owner, {
        endedSince: timeOf(request.headers['last-event-id'] as string | undefined),
        idleMs: KEEP_ALIVE_MS,
        once: seconds === 0,
        signal,
      })
      reply.type('text/event-stream').header('cache-control', 'no-store').header('x-accel-buffering', 'no')
      return reply.send(Readable.from(lines(events)))
    },
  )
}
