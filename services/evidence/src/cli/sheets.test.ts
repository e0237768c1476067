import { tsvRows } from '@assay/kit/sheet'
import { expect, test } from 'vitest'
import { keyCommands } from './keys.ts'
import { userSheet } from './users.ts'

test('a generated password that begins with a dash is printed as it is', () => {
  const user = { username: '-ada', organization: 'Lab', role: 'admin', password: '-x7Kq' }
  expect(tsvRows(userSheet.columns, [user])).toBe("'-ada\tLab\tadmin\t-x7Kq\n")
})

test.each(['keys list', 'keys rotate', 'keys revoke'])('%s prints ids of keys as they are', (command) => {
  for (const { columns } of keyCommands[command]!.sheets!) expect(columns.kid![2]).toBe('exact')
})
