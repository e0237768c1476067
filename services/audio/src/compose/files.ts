import { tmpdir } from 'node:os'
import { type Check, folderCheck } from '@assay/kit/readiness'
import { folderStore } from '../adapters/files/folder-store.ts'
import { scratchFolders } from '../adapters/files/scratch-folders.ts'
import { openS3Store } from '../adapters/s3/open-s3-store.ts'
import type { Config } from '../config.ts'
import type { FileStore } from '../operations/ports.ts'

/** Time for which `/ready` reuses the last check of the bucket. */
const BUCKET_FRESH_MS = 5000

/**
 * Opens the file storage with its readiness checks. A bucket that cannot be used is reported at the start, not at the
 * first upload.
 */
export async function openFiles(
  config: Config,
): Promise<{ files: FileStore; storageChecks: readonly Check[] }> {
  // Files are stored there in transit, and analyses work there.
  const scratch = folderCheck('TMPDIR', tmpdir(), config.minFreeBytes)
  if (config.storage === 'folder') {
    const folder = folderCheck('STORAGE_DIR', config.storageDir, config.minFreeBytes)
    return { files: folderStore(config.storageDir), storageChecks: [folder, scratch] }
  }
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = config
  const store = await openS3Store(
    {
      bucket: config.s3Bucket!,
      region: config.s3Region,
      forcePathStyle: config.s3ForcePathStyle,
      ...(config.s3Endpoint ? { endpoint: config.s3Endpoint } : {}),
      ...(config.s3PublicEndpoint ? { publicEndpoint: config.s3PublicEndpoint } : {}),
      ...(config.s3Prefix ? { prefix: config.s3Prefix } : {}),
      ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    },
    scratchFolders.withFolder,
  )
  // Details that clients do not get are logged for the operator.
  await store.check().catch((error: Error) => {
    const why = error.cause instanceof Error ? `${error.cause.name}: ${error.cause.message}` : error.message
    throw new Error(
      `The bucket ${config.s3Bucket} cannot be used (${why}). Check S3_BUCKET, S3_ENDPOINT, S3_REGION and the keys.`,
      { cause: error },
    )
  })
  const bucket: Check = {
    field: 'S3_BUCKET',
    ask: () => store.check(),
    issue: () => 'The bucket cannot be reached or refuses this service.',
    freshMs: BUCKET_FRESH_MS,
    shared: true,
  }
  return { files: store, storageChecks: [bucket, scratch] }
}
