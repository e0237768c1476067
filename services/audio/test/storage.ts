import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { folderStore } from '../src/adapters/files/folder-store.ts'
import { openS3Store } from '../src/adapters/s3/open-s3-store.ts'
import type { S3Settings } from '../src/adapters/s3/s3-store.ts'
import type { FileStore } from '../src/operations/ports.ts'

/** A store under test, and a look behind it. */
export interface Storage {
  readonly store: FileStore
  /** Keys of all that is kept, half-done uploads included. */
  kept(): Promise<string[]>
  /** What a process that died while saving leaves behind. */
  leaveHalfDone(key: string): Promise<void>
  /** What lies in the local folder for files on their way. */
  inTransit(): string[]
  close(): Promise<void>
}

/** Folders of files on their way, under one that a test can look into. */
export function transit() {
  const root = mkdtempSync(join(tmpdir(), 'assay-transit-'))
  return {
    async withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
      const folder = await mkdtemp(join(root, 'one-'))
      try {
        return await use(folder)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    list: () => readdirSync(root),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

export async function folderStorage(): Promise<Storage> {
  const root = mkdtempSync(join(tmpdir(), 'assay-store-'))
  const folder = join(root, 'files')
  return {
    store: folderStore(folder),
    kept: async () => (existsSync(folder) ? readdirSync(folder) : []).filter((name) => !name.startsWith('.')),
    async leaveHalfDone(key) {
      mkdirSync(join(folder, key), { recursive: true })
      writeFileSync(join(folder, key, 'partial'), 'half')
    },
    inTransit: () => readdirSync(root).filter((name) => name !== 'files'),
    close: async () => rmSync(root, { recursive: true, force: true }),
  }
}

/** One bucket for all tests; each storage has a prefix of its own in it. */
const BUCKET = 'assay-test'

/** The server that tooling/swift.sh starts, or any other: http://KEY:SECRET@HOST:PORT */
export const S3_TEST_URL = process.env.S3_TEST_URL

export function s3Settings(overrides: Partial<S3Settings> = {}): S3Settings {
  const url = new URL(S3_TEST_URL ?? 'http://none:none@127.0.0.1:1')
  return {
    endpoint: url.origin,
    region: 'us-east-1',
    bucket: BUCKET,
    credentials: {
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    },
    forcePathStyle: true,
    ...overrides,
  }
}

const directClient = () =>
  new S3Client({
    ...s3Settings(),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

let bucketMade: Promise<void> | undefined
async function makeBucket(client: S3Client): Promise<void> {
  await client.send(new CreateBucketCommand({ Bucket: BUCKET })).catch((error: Error) => {
    if (error.name !== 'BucketAlreadyOwnedByYou') throw error
  })
}

/** `overrides` are for the store under test; the look behind it always goes to the server itself. */
export async function s3Storage(
  overrides: Partial<S3Settings> = {},
): Promise<Storage & { readonly prefix: string }> {
  const prefix = `tests/${randomUUID()}`
  const inBucket = { Bucket: BUCKET, Prefix: `${prefix}/` }
  const client = directClient()
  bucketMade ??= makeBucket(client)
  await bucketMade
  const folders = transit()
  const settings = s3Settings({ bucket: BUCKET, prefix, ...overrides })
  const list = async () => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command(inBucket))
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand(inBucket))
    return { Contents, Uploads }
  }
  return {
    prefix,
    store: await openS3Store(settings, folders.withFolder),
    async kept() {
      const { Contents, Uploads } = await list()
      return [...Contents, ...Uploads].map(({ Key = '' }) => Key.replace(`${prefix}/`, ''))
    },
    async leaveHalfDone(key) {
      const object = { Bucket: BUCKET, Key: `${prefix}/${key}` }
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(object))
      await client.send(new UploadPartCommand({ ...object, UploadId, PartNumber: 1, Body: 'half' }))
    },
    inTransit: folders.list,
    async close() {
      const { Contents, Uploads } = await list()
      for (const { Key } of Contents) await client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key }))
      for (const { Key, UploadId } of Uploads)
        await client.send(new AbortMultipartUploadCommand({ Bucket: BUCKET, Key, UploadId }))
      client.destroy()
      folders.remove()
    },
  }
}
