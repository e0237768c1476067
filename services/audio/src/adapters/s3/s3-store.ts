import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  type MultipartUpload,
  paginateListObjectsV2,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { contentDisposition } from '../../domain/content-disposition.ts'
import type { ByteRange, FileStore } from '../../operations/ports.ts'
import { measuredStream } from '../files/measured-stream.ts'
import { checkedKey, isStorageKey } from '../files/storage-key.ts'
import { diskError, fileGone, storageRefusal } from '../files/storage-refusals.ts'
import { PART_BYTES, partBuffers } from './part-buffers.ts'
import { isMissing, storageError } from './storage-error.ts'
import { MAX_PARTS, uploadFile } from './upload-file.ts'

/** Settings of a bucket. */
export interface S3Settings {
  /** Endpoint of a server other than Amazon S3. */
  readonly endpoint?: string
  /** Endpoint for clients, when it differs; used in signed addresses. */
  readonly publicEndpoint?: string
  readonly region: string
  readonly bucket: string
  /** Prefix of every key, followed by a slash. */
  readonly prefix?: string
  /** Access keys; without them, the role of the machine or the AWS settings of the user apply. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string }
  /** Whether the bucket is part of the path instead of the host name, as most servers other than Amazon S3 require. */
  readonly forcePathStyle: boolean
  /** Time without data from the server after which a request is retried. */
  readonly idleTimeoutMs?: number
}

/** File store in a bucket. */
export interface S3Store extends FileStore {
  /** Throws a refusal with the reason when the bucket cannot be used with these settings. */
  check(): Promise<void>
}

/** Provides a local folder for a file in transfer. The folder is removed when `use` has ended. */
export type WithFolder = <T>(use: (folder: string) => Promise<T>) => Promise<T>

/** 8 MiB each: 32 MiB for all transfers of the process. */
const PART_BUFFERS = 4
const CONNECT_TIMEOUT_MS = 3_000
const IDLE_TIMEOUT_MS = 20_000
/** One attempt and two retries, with the SDK's growing delays. */
const ATTEMPTS = 3
/** Each download through this service holds a connection until its reader has finished. */
const MAX_SOCKETS = 256

function clientConfig(settings: S3Settings): S3ClientConfig {
  const agent = { keepAlive: true, maxSockets: MAX_SOCKETS }
  return {
    region: settings.region,
    forcePathStyle: settings.forcePathStyle,
    ...(settings.endpoint ? { endpoint: settings.endpoint } : {}),
    ...(settings.credentials ? { credentials: settings.credentials } : {}),
    maxAttempts: ATTEMPTS,
    // Other servers refuse or ignore the newer checksums; every body is signed with its SHA-256 anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: settings.idleTimeoutMs ?? IDLE_TIMEOUT_MS,
      httpAgent: agent,
      httpsAgent: agent,
    },
  }
}

const inBucket = <T>(request: Promise<T>): Promise<T> =>
  request.catch((error: unknown) => {
    throw storageError(error)
  })

const MEDIA_TYPE = /^[a-z]+\/[a-z0-9][a-z0-9.+-]*$/i

/**
 * Creates a file store in a bucket that all machines share. An upload is first written to the local disk: a client that
 * is slow, disconnects or sends too much costs the bucket nothing and this process no memory, and everything sent to
 * the bucket is complete, measured and repeatable.
 */
export function s3Store(settings: S3Settings, withFolder: WithFolder): S3Store {
  const config = clientConfig(settings)
  const client = new S3Client(config)
  const signer = settings.publicEndpoint
    ? new S3Client({ ...config, endpoint: settings.publicEndpoint })
    : client
  const buffers = partBuffers(PART_BUFFERS)
  const Bucket = settings.bucket
  const prefix = settings.prefix ? `${settings.prefix.replace(/\/+$/, '')}/` : ''
  const objectOf = (key: string) => ({ Bucket, Key: prefix + checkedKey(key) })

  async function* unfinishedUploads(Prefix: string): AsyncIterable<MultipartUpload> {
    let after: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {}
    while (after) {
      const page: ListMultipartUploadsCommandOutput = await client.send(
        new ListMultipartUploadsCommand({ Bucket, Prefix, ...after }),
      )
      yield* page.Uploads ?? []
      after = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
        : undefined
    }
  }

  async function abortUnfinished(object: { Bucket: string; Key: string }): Promise<void> {
    for await (const { Key, UploadId } of unfinishedUploads(object.Key)) {
      if (Key !== object.Key) continue
      await client.send(new AbortMultipartUploadCommand({ ...object, UploadId })).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      })
    }
  }

  async function remove(key: string): Promise<void> {
    const object = objectOf(key)
    await inBucket(Promise.all([client.send(new DeleteObjectCommand(object)), abortUnfinished(object)]))
  }

  async function get(
    key: string,
    range?: ByteRange,
  ): Promise<{ stream: Readable; sizeBytes: number } | undefined> {
    try {
      const Range = range && `bytes=${range.start}-${range.end}`
      const { Body, ContentLength } = await client.send(
        new GetObjectCommand({ ...objectOf(key), ...(Range ? { Range } : {}) }),
      )
      return { stream: Body as Readable, sizeBytes: ContentLength ?? 0 }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw storageError(error)
    }
  }

  return {
    save: (stream, { filename, maxBytes }) =>
      withFolder(async (folder) => {
        const key = randomUUID()
        const path = join(folder, 'upload')
        const file = await open(path, 'wx+', 0o600)
        try {
          // The file has no name any more, so its bytes are freed when the process ends in any way.
          await unlink(path)
          const measured = measuredStream(Math.min(maxBytes, PART_BYTES * MAX_PARTS))
          // Not a stream of the handle: closing the handle would wait for it forever.
          const write = (chunks: AsyncIterable<Buffer>) => file.writeFile(chunks)
          await pipeline(stream, measured.stream, write).catch((error: unknown) => {
            throw diskError(error)
          })
          const stored = { key, filename, ...measured.result() }
          await uploadFile(client, objectOf(key), { file, sizeBytes: stored.sizeBytes }, buffers).catch(
            async (error: unknown) => {
              // Files that remain because the bucket is unavailable are found later by their age.
              await remove(key).catch(() => {})
              throw storageError(error)
            },
          )
          return stored
        } finally {
          await file.close()
        }
      }),

    withLocalFile: (key, use) =>
      withFolder(async (folder) => {
        const found = await get(key)
        if (!found) throw fileGone()
        const path = join(folder, 'audio')
        await pipeline(found.stream, createWriteStream(path, { mode: 0o600 })).catch((error: unknown) => {
          throw storageError(diskError(error))
        })
        return use(path)
      }),

    open: get,

    directAddress: (key, { filename, mediaType, seconds }) =>
      inBucket(
        (async () =>
          getSignedUrl(
            signer,
            new GetObjectCommand({
              ...objectOf(key),
              ResponseContentDisposition: contentDisposition(filename),
              ResponseContentType: MEDIA_TYPE.test(mediaType) ? mediaType : 'application/octet-stream',
            }),
            { expiresIn: seconds },
          ))(),
      ),

    async sizeOf(key) {
      try {
        return (await client.send(new HeadObjectCommand(objectOf(key)))).ContentLength ?? 0
      } catch (error) {
        if (isMissing(error)) return undefined
        throw storageError(error)
      }
    },

    remove,

    async *lastWrittenBefore(time) {
      const keyOf = (name: string | undefined, writtenAt: Date | undefined): string | undefined => {
        const key = name?.slice(prefix.length) ?? ''
        return isStorageKey(key) && writtenAt && writtenAt < time ? key : undefined
      }
      try {
        for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
          for (const { Key, LastModified } of page.Contents ?? []) {
            const key = keyOf(Key, LastModified)
            if (key) yield key
          }
        }
        for await (const { Key, Initiated } of unfinishedUploads(prefix)) {
          const key = keyOf(Key, Initiated)
          if (key) yield key
        }
      } catch (error) {
        throw storageError(error)
      }
    },

    async check() {
      await client.send(new HeadBucketCommand({ Bucket })).catch((error: unknown) => {
        throw isMissing(error) ? storageRefusal('storage_refused', error) : storageError(error)
      })
    },
  }
}
