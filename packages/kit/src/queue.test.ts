import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertOneHandlerEach } from './queue.ts'

const handler = async () => {}
const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { maxLength: 8 })

test('law: the same set passes; a missing or an unknown name is refused and named', () => {
  fc.assert(
    fc.property(names, names, (jobs, handled) => {
      const handlers = Object.fromEntries(handled.map((name) => [name, handler]))
      const missing = jobs.filter((name) => !handled.includes(name))
      const unknown = handled.filter((name) => !jobs.includes(name))
      if (missing.length + unknown.length === 0) {
        expect(() => assertOneHandlerEach(jobs, handlers)).not.toThrow()
        return
      }
      let message = ''
      try {
        assertOneHandlerEach(jobs, handlers)
      } catch (error) {
        message = (error as Error).message
      }
      expect(message).toContain('does not start')
      for (const name of [...missing, ...unknown]) expect(message).toContain(name)
    }),
  )
})

test('a handler that is no function, or only inherited, does not count', () => {
  expect(() => assertOneHandlerEach(['a'], { a: undefined })).toThrow('no handler for a')
  expect(() => assertOneHandlerEach(['toString'], {})).toThrow('no handler for toString')
})
