import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')
let folder = ''
let beet: (...words: string[]) => Promise<string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-beets-'))
  const python = (await run(join(root, 'tooling/python.sh'), [])).stdout.trim()
  expect(existsSync(join(python, 'bin/beet'))).toBe(true)
  const config = join(folder, 'config.yaml')
  const command = `${process.execPath} ${join(root, 'services/audio/src/cli/main.ts')}`
  await writeFile(
    config,
    `directory: ${folder}/music\nlibrary: ${folder}/library.db\nplugins: assay\nassay:\n  command: ${command}\n`,
  )
  const env = { ...process.env, PYTHONPATH: join(root, 'services/audio/beets'), BEETSDIR: folder }
  beet = async (...words) => (await run(join(python, 'bin/beet'), ['-c', config, ...words], { env })).stdout
}, 240_000)
afterAll(() => rm(folder, { recursive: true }))

test('a library of beets is measured at the import, and again only on demand', async () => {
  const source = join(folder, 'incoming')
  await mkdir(source)
  const clicks = "aevalsrc='0.2*sin(2*PI*110*t)+0.7*sin(2*PI*1000*t)*lt(mod(t,0.5),0.02)':d=15"
  const tags = ['-metadata', 'title=Clicks', '-metadata', 'artist=Me']
  const file = join(source, 'clicks.flac')
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', clicks, ...tags, file])
  await writeFile(join(source, 'broken.flac'), 'no audio')
  await beet('import', '-A', '-q', source)
  const listed = await beet('ls', '-f', '$title $bpm $energy')
  const [title, bpm, energy] = listed.trim().split(' ')
  expect([title, Number(bpm)]).toEqual(['Clicks', 120])
  expect(Number(energy)).toBeGreaterThan(0)
  expect(await beet('ls', '-f', '$title', 'energy:0..1', 'bpm:119..121')).toBe('Clicks\n')
  await beet('modify', '-y', 'Clicks', 'energy=2')
  await beet('assay')
  expect(await beet('ls', '-f', '$title', 'energy:1.5..')).toBe('Clicks\n')
  await beet('assay', '--force')
  expect(await beet('ls', '-f', '$title', 'energy:1.5..')).toBe('')
}, 120_000)
