import { expect, test } from 'vitest'
import { UploadQueue } from './upload-queue.ts'

const file = (name: string) => new File([], name)
const names = (files: readonly File[]) => files.map(({ name }) => name)

test('files added during an upload are sent too; a failed one is kept and sent again', async () => {
  const sent: string[] = []
  let offline = true
  let running = 0
  const queue = new UploadQueue(async ({ name }) => {
    expect(++running).toBe(1)
    await new Promise((done) => setTimeout(done))
    running--
    if (name === 'b' && offline) throw new Error('offline')
    sent.push(name)
  })
  const idle = async () => {
    while (queue.state.left.length > 0) await new Promise((done) => setTimeout(done))
  }
  queue.add([file('a'), file('b')])
  queue.add([file('c')])
  expect(names(queue.state.left)).toEqual(['a', 'b', 'c'])
  await idle()
  expect(sent).toEqual(['a', 'c'])
  expect(names(queue.state.failed.map((one) => one.file))).toEqual(['b'])
  queue.add([file('d')])
  await idle()
  expect(queue.state.failed[0]!.error.message).toBe('offline')
  offline = false
  queue.retry()
  await idle()
  expect(sent).toEqual(['a', 'c', 'd', 'b'])
  expect(queue.state).toEqual({ left: [], failed: [] })
})
