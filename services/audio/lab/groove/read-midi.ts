/** Strike of a drum as stored in a performance. */
export interface MidiStrike {
  /** Ticks from the start of the file. */
  readonly tick: number
  /** MIDI key, 0 to 127. */
  readonly pitch: number
  /** MIDI velocity, 1 to 127. */
  readonly velocity: number
}

/** What the lab needs of a MIDI file. */
export interface MidiPerformance {
  readonly ticksPerQuarter: number
  /** Tempo in quarters per minute, from the first tempo event; 120 when there is none. */
  readonly quarterBpm: number
  /** Note-on events of all channels, sorted by time. */
  readonly strikes: readonly MidiStrike[]
}

/** Reads numbers of a MIDI file in order. */
function createReader(bytes: Uint8Array) {
  let at = 0
  const byte = (): number => {
    const value = bytes[at++]
    if (value === undefined) throw new Error('the MIDI file ends too early')
    return value
  }
  const wholeNumber = (count: number): number => {
    let value = 0
    for (let i = 0; i < count; i++) value = value * 256 + byte()
    return value
  }
  const variableLength = (): number => {
    let value = 0
    for (;;) {
      const next = byte()
      value = value * 128 + (next & 0x7f)
      if (next < 0x80) return value
    }
  }
  return {
    byte,
    wholeNumber,
    variableLength,
    position: () => at,
    skip: (count: number) => {
      at += count
    },
    goBack: () => {
      at--
    },
  }
}

/**
 * Reads the note-on events and the tempo of a Standard MIDI file, format 0 (MIDI 1.0 specification, 1996). Later tempo
 * changes are ignored, because the Groove performances follow one click.
 */
export function readMidi(bytes: Uint8Array): MidiPerformance {
  const reader = createReader(bytes)
  if (reader.wholeNumber(4) !== 0x4d546864) throw new Error('not a MIDI file')
  reader.skip(4)
  if (reader.wholeNumber(2) !== 0) throw new Error('only MIDI files of format 0 are read')
  reader.skip(2)
  const ticksPerQuarter = reader.wholeNumber(2)
  reader.skip(4)
  const end = reader.wholeNumber(4) + reader.position()
  const strikes: MidiStrike[] = []
  let quarterBpm: number | null = null
  let tick = 0
  let status = 0
  while (reader.position() < end) {
    tick += reader.variableLength()
    const first = reader.byte()
    if (first >= 0x80) status = first
    else reader.goBack()
    if (status === 0xff) {
      const type = reader.byte()
      const length = reader.variableLength()
      if (type === 0x51 && length === 3) quarterBpm ??= 6e7 / reader.wholeNumber(3)
      else reader.skip(length)
    } else if (status >= 0xf0) reader.skip(reader.variableLength())
    else if (status >> 4 === 0x9) {
      const [pitch, velocity] = [reader.byte(), reader.byte()]
      if (velocity > 0) strikes.push({ tick, pitch, velocity })
    } else reader.skip(status >> 5 === 0x6 ? 1 : 2)
  }
  return { ticksPerQuarter, quarterBpm: quarterBpm ?? 120, strikes }
}
