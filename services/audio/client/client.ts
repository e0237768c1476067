import {
  type AnswerOf,
  everyPage,
  orThrow,
  type PagedPath,
  type PageItem,
  type PageOptions,
  serverSentEvents,
} from '@assay/client-core'
import createClient, { type Client } from 'openapi-fetch'
import type { operations, paths } from './schema.d.ts'

export { AssayError, orThrow } from '@assay/client-core'
export type * from './schema.d.ts'

type Form<Path extends keyof paths> = paths[Path] extends {
  post: { requestBody: { content: { 'multipart/form-data': infer Fields } } }
}
  ? Fields
  : never

/** Paths that take one audio file. */
type UploadPath = {
  [Path in keyof paths]: Form<Path> extends { file: string } ? Path : never
}[keyof paths]

interface AudioFile {
  readonly file: Blob
  /** Name of the file; by default the name of a `File`. */
  readonly filename?: string
}

type Upload<Path extends UploadPath> = AudioFile &
  Omit<Form<Path>, 'file'> & {
    /** A key of your choice. Repeating the request with the same key returns the same job. */
    readonly idempotencyKey?: string
  }

type PostOf<Path extends keyof paths> = paths[Path] extends { post: infer Operation } ? Operation : never

/** Answer of an upload: the accepted job with `async: true` or where there is nothing else, otherwise the result. */
type Uploaded<Path extends UploadPath, Fields> = AnswerOf<
  PostOf<Path>,
  Fields extends { async: true } ? 202 : PostOf<Path> extends { responses: { 200: unknown } } ? 200 : 202
>

type Job = AnswerOf<operations['getJob']>

/** State of a job, as sent by the event stream. */
export type JobEvent = Pick<Job, 'id' | 'status' | 'progress' | 'stage' | 'error'>

/** State of one of your jobs, as the stream of all jobs sends it. */
export type JobState = Pick<
  Job,
  'id' | 'type' | 'status' | 'progress' | 'stage' | 'filename' | 'batch_id' | 'error' | 'created_at'
> & {
  /** Track that the job is for, or made; null for other work. */
  readonly track_id: string | null
}

/** Event of the stream of all jobs. */
export type AllJobsEvent =
  | { readonly kind: 'snapshot'; readonly jobs: readonly JobState[] }
  | { readonly kind: 'job'; readonly job: JobState }

/** Typed client of the audio service. */
export interface AudioClient extends Client<paths> {
  /** Uploads one audio file: `client.upload('/api/v1/stems', { file, format: 'flac', async: true })`. */
  upload<Path extends UploadPath, const Fields extends Upload<Path>>(
    path: Path,
    fields: Fields,
  ): Promise<Uploaded<Path, Fields>>
  /** Uploads several audio files as one job. */
  uploadBatch(
    files: readonly AudioFile[],
    options?: { idempotencyKey?: string },
  ): Promise<AnswerOf<operations['batchAnalyze'], 202>>
  /** Yields the items of all pages: `for await (const job of client.pages('/api/v1/jobs'))`. */
  pages<Path extends PagedPath<paths>>(
    path: Path,
    options?: PageOptions<paths, Path>,
  ): AsyncGenerator<PageItem<paths, Path>, void, undefined>
  /** Yields the state of a job at once and at each change, until it is completed, failed or cancelled. */
  jobEvents(jobId: string): AsyncGenerator<JobEvent, void, undefined>
  /**
   * Follows all your jobs: yields a snapshot of those that are open, then every change, until the signal aborts. A lost
   * connection is made again; its snapshot also has the jobs that ended meanwhile.
   */
  allJobEvents(options?: { signal?: AbortSignal }): AsyncGenerator<AllJobsEvent, void, undefined>
}

/** Data of an event of the stream of all jobs. */
type AllJobsData = { readonly at: string } & (
  | { readonly jobs: readonly JobState[] }
  | { readonly job: JobState }
)

const FINAL: readonly string[] = ['completed', 'failed', 'cancelled']

function appendFile(form: FormData, { file, filename }: AudioFile): void {
  form.append('file', file, filename ?? (file instanceof File ? file.name : 'audio'))
}

function formOf(file: AudioFile, fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, String(value))
  }
  appendFile(form, file)
  return form
}

/** Returns the options of an upload: `client.POST('/api/v1/features', upload({ file, async: true }))`. */
export function upload<const Fields extends AudioFile>({ file, filename, ...fields }: Fields) {
  const form = formOf({ file, ...(filename === undefined ? {} : { filename }) }, fields)
  // The types describe the file as a string; the serializer sends the form with the real file.
  return { body: { ...fields, file: filename ?? '' }, bodySerializer: () => form }
}

/** The same client for paths that are known only at run time. Its callers name the types of the answers. */
type AnyPath = Client<
  Record<
    string,
    {
      get: object
      post: { requestBody: { content: { 'multipart/form-data': FormData } }; responses: object }
    }
  >
>

/** Creates a typed client of the audio service. */
export function createAudioClient(options: { baseUrl: string; apiKey?: string }): AudioClient {
  const client = createClient<paths>({
    baseUrl: options.baseUrl,
    ...(options.apiKey ? { headers: { 'x-api-key': options.apiKey } } : {}),
  })
  const anyPath = client as unknown as AnyPath
  const post = async <Answer>(path: string, form: FormData, idempotencyKey?: string): Promise<Answer> => {
    const answer: unknown = await orThrow(
      anyPath.POST(path, {
        body: form,
        bodySerializer: () => form,
        ...(idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': idempotencyKey } }),
      }),
    )
    return answer as Answer
  }

  return Object.assign(client, {
    upload: <Path extends UploadPath, const Fields extends Upload<Path>>(
      path: Path,
      { file, filename, idempotencyKey, ...fields }: Fields,
    ) => {
      const form = formOf({ file, ...(filename === undefined ? {} : { filename }) }, fields)
      return post<Uploaded<Path, Fields>>(path, form, idempotencyKey)
    },

    uploadBatch: (files: readonly AudioFile[], { idempotencyKey }: { idempotencyKey?: string } = {}) => {
      const form = new FormData()
      for (const file of files) appendFile(form, file)
      return post<AnswerOf<operations['batchAnalyze'], 202>>('/api/v1/batch-analyze', form, idempotencyKey)
    },

    pages: <Path extends PagedPath<paths>>(
      path: Path,
      { path: inPath, query }: { path?: object; query?: object } = {},
    ) =>
      everyPage<PageItem<paths, Path>>((cursor) =>
        anyPath.GET(path, { params: { path: inPath, query: { ...query, cursor } } }),
      ),

    async *jobEvents(jobId: string) {
      // A connection may end early, for instance when a server is replaced. The next one begins with the current state.
      while (true) {
        const stream = await orThrow(
          client.GET('/api/v1/jobs/{id}/events', { params: { path: { id: jobId } }, parseAs: 'stream' }),
        )
        let received = 0
        try {
          for await (const event of serverSentEvents<JobEvent>(stream)) {
            received++
            yield event
            if (FINAL.includes(event.status)) return
          }
        } catch (error) {
          if (received === 0) throw error
        }
        if (received === 0)
          throw new Error('The server closed the event stream of the job without sending an event.')
      }
    },

    async *allJobEvents({ signal }: { signal?: AbortSignal } = {}) {
      let last: string | undefined
      while (!signal?.aborted) {
        const stream = await orThrow(
          client.GET('/api/v1/events', {
            params: { header: last === undefined ? {} : { 'last-event-id': last } },
            parseAs: 'stream',
            ...(signal ? { signal } : {}),
          }),
        )
        try {
          for await (const event of serverSentEvents<AllJobsData>(stream)) {
            last = String(Date.parse(event.at))
            yield 'jobs' in event
              ? { kind: 'snapshot' as const, jobs: event.jobs }
              : { kind: 'job' as const, job: event.job }
          }
        } catch (error) {
          if (signal?.aborted) return
          if (last === undefined) throw error
        }
      }
    },
  })
}
