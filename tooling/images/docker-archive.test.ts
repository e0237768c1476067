import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeDockerArchive } from './docker-archive.ts'

const home = mkdtempSync(join(tmpdir(), 'docker-archive-'))

/** A layer whose files were written in this order, at this time. */
function layer(name: string, files: readonly string[], time: number): string {
  const folder = join(home, name)
  mkdirSync(join(folder, 'etc'), { recursive: true })
  for (const file of files) {
    writeFileSync(join(folder, 'etc', file), file)
    utimesSync(join(folder, 'etc', file), time, time)
  }
  return folder
}

// Only root may give files to root.
test.runIf(process.getuid?.() === 0)(
  'the same files give the same archive, whenever and in whatever order they were written',
  async () => {
    const write = (name: string, files: readonly string[], time: number) =>
      writeDockerArchive(
        {
          name: 'sample:1.2.3',
          layers: [{ folder: layer(name, files, time), what: 'sample' }],
          config: { Cmd: ['serve'] },
          seconds: 1_700_000_000,
        },
        join(home, `${name}.tar`),
      )
    const one = await write('one', ['a', 'b', 'c'], 1)
    const two = await write('two', ['c', 'a', 'b'], 2)
    const three = await write('three', ['a', 'b'], 1)
    expect(two).toBe(one)
    expect(three).not.toBe(one)
    expect(readFileSync(join(home, 'two.tar')).equals(readFileSync(join(home, 'one.tar')))).toBe(true)
    const [entry] = JSON.parse(
      execFileSync('tar', ['-xOf', join(home, 'one.tar'), 'manifest.json'], { encoding: 'utf8' }),
    )
    expect(entry).toMatchObject({ Config: `${one.slice(7)}.json`, RepoTags: ['sample:1.2.3'] })
    const config = JSON.parse(
      execFileSync('tar', ['-xOf', join(home, 'one.tar'), entry.Config], { encoding: 'utf8' }),
    )
    expect(config.rootfs.diff_ids).toEqual([`sha256:${entry.Layers[0].slice(0, -4)}`])
    expect(config.config).toEqual({ Cmd: ['serve'] })
    rmSync(home, { recursive: true, force: true })
  },
)
