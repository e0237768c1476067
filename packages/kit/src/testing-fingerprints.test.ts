import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fingerprintOf, fingerprintProblem, writeFingerprints } from './testing-fingerprints.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fingerprints-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const of = (version: string, result: unknown) => ({ name: 'ENGINE_VERSION', version, results: () => result })

test('a result that changes needs a new version, and only then can its fingerprint be written', async () => {
  const file = join(folder, 'fingerprints.json')
  expect(await fingerprintProblem(file, of('1', { bpm: 120 }))).toMatch('run npm run fingerprints')
  expect(await writeFingerprints(file, [of('1', { bpm: 120 })])).toEqual([])
  expect(await fingerprintProblem(file, of('1', { bpm: 120 }))).toBeUndefined()

  const changed = 'results changed: raise ENGINE_VERSION and run npm run fingerprints'
  expect(await fingerprintProblem(file, of('1', { bpm: 121 }))).toBe(changed)
  expect(await writeFingerprints(file, [of('1', { bpm: 121 })])).toEqual([changed])
  expect(await fingerprintProblem(file, of('1', { bpm: 120 }))).toBeUndefined()

  expect(await fingerprintProblem(file, of('2', { bpm: 121 }))).toMatch('ENGINE_VERSION is 2')
  expect(await writeFingerprints(file, [of('2', { bpm: 121 })])).toEqual([])
  expect(await fingerprintProblem(file, of('2', { bpm: 121 }))).toBeUndefined()
})

test('only digits that every machine agrees on count', () => {
  expect(fingerprintOf([1 / 3, 1e-12])).toBe(fingerprintOf([1 / 3 + 1e-12, 0]))
  expect(fingerprintOf([1.00001])).not.toBe(fingerprintOf([1.00002]))
  expect(fingerprintOf(Float64Array.of(1, 2))).toBe(fingerprintOf([1, 2]))
  expect(fingerprintOf(Number.NaN)).not.toBe(fingerprintOf(null))
})
