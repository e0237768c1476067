import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { plannedFiles } from './plan.ts'

it('gives every document a page, also one of which the plan knows nothing', () => {
  const root = mkdtempSync(join(tmpdir(), 'assay-site-plan-'))
  try {
    for (const path of ['docs/README.md', 'docs/new.md', 'docs/folder/page.md', 'docs/decisions/0001-a.md']) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), '# Title\n')
    }
    expect(plannedFiles(root).map(({ path, address }) => [path, address])).toEqual([
      ['docs/README.md', 'map'],
      ['docs/decisions/0001-a.md', 'decisions/0001-a'],
      ['docs/folder/page.md', 'folder/page'],
      ['docs/new.md', 'new'],
    ])
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
