import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inputFiles } from './input-files.ts'

let folder: string
const flac = Buffer.from('fLaC and so on')
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'audio-input-'))
  mkdirSync(join(folder, 'set/House Music'), { recursive: true })
  mkdirSync(join(folder, 'set/.hidden'))
  mkdirSync(join(folder, 'papers'))
  writeFileSync(join(folder, 'set/b.flac'), flac)
  writeFileSync(join(folder, 'set/a.unknown'), flac)
  writeFileSync(join(folder, 'set/House Music/c.flac'), flac)
  writeFileSync(join(folder, 'set/House Music/empty.mp3'), '')
  writeFileSync(join(folder, 'set/cover.jpg'), 'a picture')
  writeFileSync(join(folder, 'set/.hidden/d.flac'), flac)
  writeFileSync(join(folder, 'papers/text.mp3'), 'words')
  symlinkSync(folder, join(folder, 'set/loop'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('inputFiles', () => {
  it('takes named files as they are, and of folders what is audio by its content, in order', async () => {
    const named = join(folder, 'papers/text.mp3')
    const files = await inputFiles([named, `${join(folder, 'set')}/`])
    expect(files.map(({ path }) => path.slice(folder.length + 1))).toEqual([
      'papers/text.mp3',
      'set/House Music/c.flac',
      'set/House Music/empty.mp3',
      'set/a.unknown',
      'set/b.flac',
    ])
    expect(files.map(({ inside }) => inside)).toEqual([
      'text.mp3',
      'House Music/c.flac',
      'House Music/empty.mp3',
      'a.unknown',
      'b.flac',
    ])
  })

  it('returns a file once that is named itself and with its folder', async () => {
    const set = join(folder, 'set')
    const files = await inputFiles([join(set, 'b.flac'), set, join(set, 'House Music')])
    expect(files.map(({ inside }) => inside)).toEqual([
      'b.flac',
      'House Music/c.flac',
      'House Music/empty.mp3',
      'a.unknown',
    ])
  })

  it('says that a folder without audio has none', async () => {
    await expect(inputFiles([join(folder, 'papers')])).rejects.toThrow('No audio file was found')
  })

  it('leaves a file that does not exist to whoever opens it', async () => {
    expect(await inputFiles(['nowhere.mp3'])).toEqual([{ path: 'nowhere.mp3', inside: 'nowhere.mp3' }])
  })
})
