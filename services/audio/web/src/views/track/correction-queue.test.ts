import { expect, test } from 'vitest'
import { CorrectionQueue, type CorrectionsRequest } from './correction-queue.ts'
import { movedGrid } from './grid-correction.ts'

/** A queue whose requests are answered by hand. */
function held() {
  const sent: CorrectionsRequest[] = []
  const answers: { ok: () => void; fail: () => void }[] = []
  const queue = new CorrectionQueue((change) => {
    sent.push(change)
    return new Promise<void>((done, fail) => {
      answers.push({ ok: done, fail: () => fail(new Error('offline')) })
    })
  })
  const later = (ms: number) =>
    queue.correct((unsaved) => ({
      grid: movedGrid(unsaved.grid, null, ({ shift_ms }) => ({ shift_ms: shift_ms + ms })),
    }))
  return { queue, sent, answers, later }
}
const settle = () => new Promise((done) => setTimeout(done))

test('three quick nudges add up, in two requests', async () => {
  const { queue, sent, answers, later } = held()
  for (let i = 0; i < 3; i++) later(10)
  expect(queue.state.unsaved.grid).toMatchObject({ shift_ms: 30 })
  answers[0]!.ok()
  await settle()
  expect(sent.map(({ grid }) => grid?.shift_ms)).toEqual([10, 30])
  expect(queue.state.unsaved.grid).toMatchObject({ shift_ms: 30 })
  answers[1]!.ok()
  await settle()
  expect(queue.state).toEqual({ unsaved: {}, error: undefined })
})

test('other parts wait together; an empty update sends nothing', async () => {
  const { queue, sent, answers, later } = held()
  later(1)
  queue.correct(() => ({ key: '8A' }))
  queue.correct(() => ({ sections: null }))
  queue.correct(() => ({}))
  answers[0]!.ok()
  await settle()
  expect(sent[1]).toEqual({ key: '8A', sections: null })
  expect(sent).toHaveLength(2)
})

test('a failure drops what is unsaved and says so; the next change starts anew', async () => {
  const { queue, sent, answers, later } = held()
  later(10)
  later(10)
  answers[0]!.fail()
  await settle()
  expect(queue.state.unsaved).toEqual({})
  expect(queue.state.error?.message).toBe('offline')
  later(1)
  expect(queue.state.error).toBeUndefined()
  expect(sent.map(({ grid }) => grid?.shift_ms)).toEqual([10, 1])
})
