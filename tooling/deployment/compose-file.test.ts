import { expect, test } from 'vitest'
import { interpolate, readCompose } from './compose-file.ts'

test('commands of operators encrypt signing keys as the servers do', () => {
  const { services } = readCompose('compose.yaml')
  const keyOf = (name: string) => services[name]?.environment?.KEY_ENCRYPTION_KEY
  expect(keyOf('evidence')).toBeDefined()
  expect(keyOf('evidence-migrate')).toBe(keyOf('evidence'))
  expect(keyOf('evidence-worker')).toBeUndefined()
  expect(interpolate(keyOf('evidence') as string, {})).toBe('')
})
