import { afterEach, expect, test, vi } from 'vitest'
import { metricsCommand } from './metrics.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const OUTSIDE = '--height 180cm --weight 80kg --age 5 --sex male --metrics bmr_mifflin_st_jeor'

async function run(words: string, format: string | undefined) {
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      printed[name] += text
      return true
    })
  const code = await metricsCommand({ argv: words.split(' '), env: {}, format })
  return { code, ...printed }
}

test.each(['json', 'tsv'])('when nothing is computed, standard error says why beside %s', async (format) => {
  const { code, stdout, stderr } = await run(OUTSIDE, format)
  expect(code).toBe(1)
  expect(stdout.split('\n')).toHaveLength(2)
  expect(stderr).toMatch(/is for adults from 18 years\n$/)
})

test('the table says itself why nothing is computed', async () => {
  const { code, stdout, stderr } = await run(OUTSIDE, undefined)
  expect([code, stderr]).toEqual([1, ''])
  expect(stdout).toMatch(/is for adults from 18 years\n$/)
})
