import { expect, test } from 'vitest'
import { midiFile } from '../corpus/midi-file.ts'
import { readMidi } from './read-midi.ts'

test('reads what the MIDI writer of the corpus writes', () => {
  const notes = [
    { timeSeconds: 0.5, durationSeconds: 0.1, pitch: 36, velocity: 100 },
    { timeSeconds: 1, durationSeconds: 0.1, pitch: 22, velocity: 17 },
  ]
  const bytes = midiFile([{ channel: 9, program: 0, volume: 100, pan: 64, notes }], 2)
  expect(readMidi(bytes)).toEqual({
    ticksPerQuarter: 960,
    quarterBpm: 120,
    strikes: [
      { tick: 960, pitch: 36, velocity: 100 },
      { tick: 1920, pitch: 22, velocity: 17 },
    ],
  })
})

test('reads running status and skips what is no note', () => {
  const events = [0, 0xf0, 1, 0xf7, 0, 0xc9, 3, 0, 0x99, 38, 90, 96, 38, 0, 24, 42, 55, 0, 0xff, 0x2f, 0]
  const header = [0x4d, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 0, 0, 1, 1, 0xe0]
  const track = [0x4d, 0x54, 0x72, 0x6b, 0, 0, 0, events.length]
  expect(readMidi(Uint8Array.from([...header, ...track, ...events]))).toEqual({
    ticksPerQuarter: 480,
    quarterBpm: 120,
    strikes: [
      { tick: 0, pitch: 38, velocity: 90 },
      { tick: 120, pitch: 42, velocity: 55 },
    ],
  })
})

test('refuses a file that ends too early', () => {
  const cut = midiFile([], 1).subarray(0, 20)
  expect(() => readMidi(cut)).toThrow('ends too early')
})
