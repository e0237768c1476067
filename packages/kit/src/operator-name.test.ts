import { userInfo } from 'node:os'
import { expect, test } from 'vitest'
import { operatorName } from './operator-name.ts'

test('the operator is the user of the operating system; one without a name is asked for', () => {
  expect(operatorName()).toBe(userInfo().username)
  const nameless = () => {
    throw new Error('uv_os_get_passwd returned ENOENT')
  }
  expect(() => operatorName(nameless)).toThrow('--by WHO')
})
