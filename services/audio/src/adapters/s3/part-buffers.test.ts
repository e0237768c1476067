import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PART_BYTES, partBuffers } from './part-buffers.ts'

test('lends no more than it has, in the order of asking, and never one buffer to two', async () => {
  const buffers = partBuffers(3)
  const out = new Set<Buffer>()
  const everSeen = new Set<Buffer>()
  const order: number[] = []
  let most = 0
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      buffers.lend(async (buffer) => {
        expect(out.has(buffer)).toBe(false)
        expect(buffer).toHaveLength(PART_BYTES)
        out.add(buffer)
        everSeen.add(buffer)
        order.push(index)
        most = Math.max(most, out.size)
        await sleep(index % 4)
        out.delete(buffer)
      }),
    ),
  )
  expect(most).toBe(3)
  expect(everSeen.size).toBe(3)
  expect(order).toEqual(Array.from({ length: 40 }, (_, index) => index))
})

test('a use that throws gives its buffer back', async () => {
  const buffers = partBuffers(1)
  await expect(buffers.lend(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await buffers.lend(async () => 'served')).toBe('served')
})
