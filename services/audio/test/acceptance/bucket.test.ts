import { hasServer } from '@assay/kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAudioClient, upload } from '../../client/client.ts'
import { audioToEnd } from '../cli.ts'
import { type Service, startService, until } from '../service.ts'
import { S3_TEST_URL, type Storage, s3Settings, s3Storage } from '../storage.ts'
import { tone } from '../tone.ts'

/** The settings of a service that keeps its files where `storage` looks. */
const settingsOf = (prefix: string): Record<string, string> => {
  const { endpoint, bucket, credentials } = s3Settings()
  return {
    STORAGE: 's3',
    S3_ENDPOINT: endpoint!,
    S3_BUCKET: bucket,
    S3_PREFIX: prefix,
    S3_ACCESS_KEY_ID: credentials!.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials!.secretAccessKey,
    S3_FORCE_PATH_STYLE: 'true',
  }
}

describe.skipIf(!S3_TEST_URL || !hasServer)('a service that keeps its files in a bucket', () => {
  let storage: Storage & { readonly prefix: string }
  let service: Service
  beforeAll(async () => {
    storage = await s3Storage()
    service = await startService('server', settingsOf(storage.prefix))
  })
  afterAll(async () => {
    expect(await service.stop()).toEqual([0, 0])
    await storage.close()
  })

  test('a job on another process gets its file from there, and its stems are downloaded from there', async () => {
    const client = createAudioClient({ baseUrl: service.baseUrl })
    const { data } = await client.POST(
      '/api/v1/stems',
      upload({ file: tone(3), filename: 'a.wav', async: true }),
    )
    const { job_id: id } = data as unknown as { job_id: string }
    const job = await until(async () => {
      const { data: found } = await client.GET('/api/v1/jobs/{id}', { params: { path: { id } } })
      return found && !['pending', 'processing'].includes(found.status) && found
    }, 'the stems')
    expect(job).toMatchObject({ status: 'completed', error: null })
    // The upload goes, the four stems stay.
    await until(async () => (await storage.kept()).length === 4, 'only the stems are kept')
    const { files } = (job.results as { stems: { files: Record<string, string> } }).stems
    const address = `${service.baseUrl}${files.drums}`
    const redirected = await fetch(address, { redirect: 'manual' })
    expect(redirected.status).toBe(302)
    expect(redirected.headers.get('location')).toContain(new URL(S3_TEST_URL!).host)
    const wav = Buffer.from(await (await fetch(address)).arrayBuffer())
    expect(wav.subarray(0, 4).toString()).toBe('RIFF')
  })

  test('a bucket that cannot be used is said at the start', async () => {
    const ended = await audioToEnd(['serve', '--port', '0'], {
      ...settingsOf(storage.prefix),
      DATABASE_URL: service.fresh.config.databaseUrl!,
      S3_BUCKET: 'no-such-bucket',
    })
    expect([ended.code, ended.output]).toEqual([
      1,
      expect.stringContaining('The bucket no-such-bucket cannot be used'),
    ])
  })

  test('a command that needs no file works without the bucket', async () => {
    const ended = await audioToEnd(['semantic', 'stats'], {
      ...settingsOf(storage.prefix),
      DATABASE_URL: service.fresh.config.databaseUrl!,
      S3_BUCKET: 'no-such-bucket',
    })
    expect([ended.code, ended.output]).toEqual([0, expect.stringContaining(' tracks by ')])
  })
})
