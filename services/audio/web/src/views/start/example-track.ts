const SAMPLE_RATE_HZ = 44_100
const TEMPO_BPM = 124
const BARS = 32
const WAV_HEADER = 44

/** Chords of four bars: A minor, F major, C major, G major. Frequencies in Hz. */
const CHORDS = [
  [220, 261.63, 329.63],
  [174.61, 220, 261.63],
  [196, 261.63, 329.63],
  [196, 246.94, 293.66],
] as const
const ROOTS = [55, 43.65, 65.41, 49] as const

/** What plays in a bar. */
const partsOf = (bar: number) => ({
  kick: bar < 16 || (bar >= 20 && bar < 30),
  snare: (bar >= 8 && bar < 16) || (bar >= 20 && bar < 28),
  hat: bar >= 2 && (bar < 16 || bar >= 18),
  bass: (bar >= 8 && bar < 16) || (bar >= 20 && bar < 28),
  pad: bar >= 4,
})

/** Returns noise from −1 to 1 that is the same every time. */
function createNoise(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
}

/** Adds a sound of some length, starting at a time, to the samples. */
function add(
  samples: Float32Array,
  startSeconds: number,
  seconds: number,
  valueAt: (t: number) => number,
): void {
  const first = Math.round(startSeconds * SAMPLE_RATE_HZ)
  const count = Math.min(samples.length - first, Math.round(seconds * SAMPLE_RATE_HZ))
  for (let i = 0; i < count; i++) samples[first + i]! += valueAt(i / SAMPLE_RATE_HZ)
}

const sine = (hz: number, t: number) => Math.sin(2 * Math.PI * hz * t)

function renderSamples(tempoBpm: number, bars: number): Float32Array {
  const beatSeconds = 60 / tempoBpm
  const samples = new Float32Array(Math.ceil(bars * 4 * beatSeconds * SAMPLE_RATE_HZ))
  const noise = createNoise()
  for (let bar = 0; bar < bars; bar++) {
    const start = bar * 4 * beatSeconds
    const { kick, snare, hat, bass, pad } = partsOf(bar)
    const root = ROOTS[bar % 4]!
    const length = 4 * beatSeconds
    if (pad)
      add(samples, start, length, (t) => {
        const swell = Math.min(1, t * 8, (length - t) * 8)
        return (
          0.06 * swell * CHORDS[bar % 4]!.reduce((sum, hz) => sum + sine(hz, t) + 0.3 * sine(2 * hz, t), 0)
        )
      })
    for (let eighth = 0; eighth < 8; eighth++) {
      const at = start + (eighth * beatSeconds) / 2
      if (kick && eighth % 2 === 0)
        add(samples, at, 0.28, (t) => 0.75 * Math.exp(-t * 14) * sine(48 + 110 * Math.exp(-t * 45), t))
      if (snare && eighth % 4 === 2)
        add(samples, at, 0.18, (t) => 0.3 * Math.exp(-t * 24) * (noise() + sine(190, t)))
      if (hat && eighth % 2 === 1) add(samples, at, 0.06, (t) => 0.1 * Math.exp(-t * 70) * noise())
      if (bass && eighth % 4 !== 1)
        add(samples, at, 0.2, (t) => 0.28 * Math.exp(-t * 6) * (sine(root, t) + 0.4 * sine(2 * root, t)))
    }
  }
  return samples
}

/**
 * Renders the example as a wav file, 16 bit, mono: bars of dance music at a steady tempo with an intro, two drops, a break and
 * an outro. It is made of sines and noise, by this function alone, so everybody may use it. The first beat is at 0 s.
 */
export function renderExample(tempoBpm: number = TEMPO_BPM, bars: number = BARS): Blob {
  const samples = renderSamples(tempoBpm, bars)
  const bytes = new DataView(new ArrayBuffer(WAV_HEADER + samples.length * 2))
  const write = (at: number, text: string) => {
    for (let i = 0; i < text.length; i++) bytes.setUint8(at + i, text.charCodeAt(i))
  }
  write(0, 'RIFF')
  bytes.setUint32(4, 36 + samples.length * 2, true)
  write(8, 'WAVEfmt ')
  bytes.setUint32(16, 16, true)
  bytes.setUint16(20, 1, true)
  bytes.setUint16(22, 1, true)
  bytes.setUint32(24, SAMPLE_RATE_HZ, true)
  bytes.setUint32(28, SAMPLE_RATE_HZ * 2, true)
  bytes.setUint16(32, 2, true)
  bytes.setUint16(34, 16, true)
  write(36, 'data')
  bytes.setUint32(40, samples.length * 2, true)
  for (let i = 0; i < samples.length; i++)
    bytes.setInt16(WAV_HEADER + i * 2, Math.max(-1, Math.min(1, samples[i]!)) * 32_767, true)
  return new Blob([bytes.buffer], { type: 'audio/wav' })
}
