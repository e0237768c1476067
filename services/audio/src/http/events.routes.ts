import { Readable } from 'node:stream'
import type { App } from '@assay/kit/server'
import type { FeedEvent, FollowJobs } from '../operations/follow-jobs.ts'
import { presentFeed } from '../wire/events.present.ts'
import { AllEventsHeaders, AllEventsQuery, AllEventsStream } from '../wire/events.schema.ts'
import { untilGone } from './client-gone.ts'
import { ownerOf } from './owner.ts'

/** Dependencies of the stream of all jobs. */
export interface EventsDeps {
  readonly followJobs: FollowJobs
}

/** Interval of the comments that keep proxies from closing an idle stream. */
const KEEP_ALIVE_MS = 15_000
/** Longest stream, seconds; a client then connects again. */
const LONGEST_SECONDS = 3600

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
      const signal = AbortSignal.any([untilGone(reply), app.closing, ends])
      const events = deps.followJobs(ownerOf(request), {
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
