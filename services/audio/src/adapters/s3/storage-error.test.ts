import { expect, test } from 'vitest'
import { Refusal } from '../../domain/refusal.ts'
import { diskError } from '../files/storage-refusals.ts'
import { isMissing, storageError } from './storage-error.ts'

const answered = (status: number, name = 'Error') =>
  Object.assign(new Error('from the server'), { name, $metadata: { httpStatusCode: status } })
const broken = (code: string) => Object.assign(new Error('from the network'), { code })

test.each([
  [answered(500, 'InternalError'), 'storage_away'],
  [answered(503, 'SlowDown'), 'storage_away'],
  [answered(429), 'storage_away'],
  [broken('ECONNREFUSED'), 'storage_away'],
  [broken('EAI_AGAIN'), 'storage_away'],
  [Object.assign(new Error('too slow'), { name: 'TimeoutError' }), 'storage_away'],
  [answered(403, 'AccessDenied'), 'storage_refused'],
  [answered(404, 'NoSuchBucket'), 'storage_refused'],
  [answered(404, 'XAdminUserNotFound'), 'storage_refused'],
  [Object.assign(new Error('no keys'), { name: 'CredentialsProviderError' }), 'storage_refused'],
  [answered(507), 'storage_full'],
])('%s %#: %s, with its cause for the log and nothing of it for the client', (error, issue) => {
  const refusal = storageError(error) as Refusal
  expect(refusal).toMatchObject({ code: 'SERVICE_UNAVAILABLE', details: { issue }, cause: error })
  expect(refusal.message).not.toContain(error.message)
})

test.each([
  answered(400, 'InvalidRequest'),
  answered(404, 'NoSuchKey'),
  new TypeError('ours'),
  broken('ENOENT'),
])('%s says nothing about the storage and stays what it is', (error) =>
  expect(storageError(error)).toBe(error),
)

test('a refusal stays the refusal it is', () => {
  const refusal = new Refusal('NOT_FOUND', 'gone', { field: 'file', issue: 'gone', provided: null })
  expect(storageError(refusal)).toBe(refusal)
})

test('a missing object is not a missing bucket', () => {
  expect(isMissing(answered(404, 'NoSuchKey'))).toBe(true)
  expect(isMissing(answered(404, 'NoSuchUpload'))).toBe(true)
  expect(isMissing(answered(404, 'NotFound'))).toBe(true)
  expect(isMissing(answered(404, 'NoSuchBucket'))).toBe(false)
  expect(isMissing(answered(404, 'XAdminUserNotFound'))).toBe(false)
  expect(isMissing(answered(403))).toBe(false)
  expect(isMissing(undefined)).toBe(false)
})

test('a full disk is named, any other error stays', () => {
  for (const code of ['ENOSPC', 'EDQUOT'])
    expect(diskError(broken(code))).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      details: { issue: 'storage_full' },
    })
  const other = broken('EACCES')
  expect(diskError(other)).toBe(other)
})
