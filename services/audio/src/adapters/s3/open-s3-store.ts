import type { S3Settings, S3Store, WithFolder } from './s3-store.ts'

/** Opens the store in a bucket. The SDK is large, so it is loaded only here. */
export async function openS3Store(settings: S3Settings, withFolder: WithFolder): Promise<S3Store> {
  const { s3Store } = await import('./s3-store.ts')
  return s3Store(settings, withFolder)
}
