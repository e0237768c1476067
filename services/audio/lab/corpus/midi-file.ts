/** A note in absolute time. */
export interface Note {
  readonly timeSeconds: number
  readonly durationSeconds: number
  /** MIDI key 0–127. */
  readonly pitch: number
  /** 1–127. */
  readonly velocity: number
}

/** One instrument on one channel. */
export interface Part {
  /** 0–15; 9 is drums. */
  readonly channel: number
  /** General MIDI program 0–127 (the drum kit on channel 9). */
  readonly program: number
  /** Channel volume 0–127. */
  readonly volume: number
  /** Pan 0–127, 64 in the middle. */
  readonly pan: number
  readonly notes: readonly Note[]
}

const TICKS_PER_QUARTER = 960
/** Fixed at 120 quarters per minute: the tempo is in the note times, 0.52 ms per tick. */
const TICKS_PER_SECOND = TICKS_PER_QUARTER * 2

const variableLength = (value: number): number[] => {
  const out = [value & 0x7f]
  for (let rest = value >> 7; rest > 0; rest >>= 7) out.unshift((rest & 0x7f) | 0x80)
  return out
}

const chunk = (name: string, body: readonly number[]): Buffer => {
  const head = Buffer.alloc(8)
  head.write(name, 0, 'ascii')
  head.writeUInt32BE(body.length, 4)
  return Buffer.concat([head, Buffer.from(body)])
}

/** Returns a Standard MIDI file, format 0 (MIDI 1.0 specification, 1996), that ends at `endSeconds`. */
export function midiFile(parts: readonly Part[], endSeconds: number): Buffer {
  const events: { tick: number; order: number; bytes: number[] }[] = []
  for (const part of parts) {
    const c = part.channel
    const setup = [
      [0xc0 | c, part.program],
      [0xb0 | c, 7, part.volume],
      [0xb0 | c, 10, part.pan],
    ]
    for (const bytes of setup) events.push({ tick: 0, order: 0, bytes })
    for (const note of part.notes) {
      const start = Math.round(note.timeSeconds * TICKS_PER_SECOND)
      const end = Math.max(
        start + 1,
        Math.round((note.timeSeconds + note.durationSeconds) * TICKS_PER_SECOND),
      )
      const velocity = Math.min(127, Math.max(1, Math.round(note.velocity)))
      events.push({ tick: start, order: 2, bytes: [0x90 | c, note.pitch, velocity] })
      events.push({ tick: end, order: 1, bytes: [0x80 | c, note.pitch, 0] })
    }
  }
  events.sort((a, b) => a.tick - b.tick || a.order - b.order)
  const body: number[] = [0, 0xff, 0x51, 3, 0x07, 0xa1, 0x20]
  let last = 0
  for (const event of events) {
    body.push(...variableLength(event.tick - last), ...event.bytes)
    last = event.tick
  }
  body.push(...variableLength(Math.max(0, Math.round(endSeconds * TICKS_PER_SECOND) - last)), 0xff, 0x2f, 0)
  const header = [0, 0, 0, 1, TICKS_PER_QUARTER >> 8, TICKS_PER_QUARTER & 0xff]
  return Buffer.concat([chunk('MThd', header), chunk('MTrk', body)])
}
