import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'assay-readme-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function readme(name: string, text: string): Promise<{ code: number; output: string }> {
  const file = join(folder, name)
  writeFileSync(file, text.replaceAll("'''", '```'))
  return new Promise((done) => {
    execFile(process.execPath, [join(import.meta.dirname, 'readme-runner.ts'), file], (error, out, err) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, output: out + err }),
    )
  })
}

it('carries variables, files and background processes from block to block, and ends them', async () => {
  const { code, output } = await readme(
    'good.md',
    `'''sh\nname=world\nsleep 987 &\necho $! >pid\n'''\n\n'''sh\necho "hello $name" >&1\nkill -0 $(cat pid) && ls -d "$ASSAY_REPO/tooling"\n'''\n'''text\nhello world\n…/tooling\n'''\n`,
  )
  expect(output).toContain('2 passed, 0 failed')
  expect(code).toBe(0)
})

it('fails on a failing command, names its line and does not reach the rest', async () => {
  const { code, output } = await readme(
    'bad.md',
    `'''sh\ntrue\n'''\n'''sh\nfalse | cat\n'''\n'''sh\necho never\n'''\n`,
  )
  expect(code).toBe(1)
  expect(output).toContain('bad.md:4: exit code 1')
  expect(output).toContain('1 passed, 2 failed')
})

it('fails on another output and on a file that promises nothing', async () => {
  expect((await readme('other.md', `'''sh\necho 1\n'''\n'''text\n2\n'''\n`)).output).toContain(
    '0 passed, 1 failed',
  )
  expect((await readme('empty.md', '# nothing\n')).code).toBe(1)
})
