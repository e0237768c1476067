import { DRUM_KEYS } from '../corpus/piece.ts'
import type { Kit } from './play-kit.ts'

/**
 * Synthesises drum sounds from sines and noise with random parameters: an endless supply of kits, so that the
 * classifier learns what kicks have in common and not the sound of one kit. Nothing is sampled from a recording.
 */
const RATE = 44_100
type Random = () => number

const between = (random: Random, low: number, high: number): number => low + random() * (high - low)
/** Draws a number, uniform in the logarithm. */
const between2 = (random: Random, low: number, high: number): number => low * (high / low) ** random()

const decay = (i: number, seconds: number): number => Math.exp(-i / (seconds * RATE))

const onePole = (samples: Float32Array, hz: number, kind: 'low' | 'high', passes = 2): Float32Array => {
  const a = Math.exp((-2 * Math.PI * hz) / RATE)
  for (let p = 0; p < passes; p++) {
    let low = 0
    for (let i = 0; i < samples.length; i++) {
      low = (1 - a) * samples[i]! + a * low
      samples[i] = kind === 'low' ? low : samples[i]! - low
    }
  }
  return samples
}

const normalise = (samples: Float32Array): Float32Array => {
  let peak = 1e-9
  for (const x of samples) peak = Math.max(peak, Math.abs(x))
  return samples.map((x) => x / peak)
}

const noiseBurst = (random: Random, seconds: number, tau: number): Float32Array =>
  Float32Array.from({ length: Math.round(seconds * RATE) }, (_, i) => (2 * random() - 1) * decay(i, tau))

/** Returns a sum of detuned square waves, as in early drum machines, similar to a struck plate. */
const metal = (random: Random, seconds: number, tau: number, lowHz: number, highHz: number): Float32Array => {
  const partials = Array.from({ length: 6 }, () => between2(random, lowHz, highHz) / RATE)
  return Float32Array.from({ length: Math.round(seconds * RATE) }, (_, i) => {
    let sum = 0
    for (const f of partials) sum += (i * f) % 1 < 0.5 ? 1 : -1
    return sum * decay(i, tau)
  })
}

/** Returns a sine that falls from `from` to `to` Hz. */
const sweep = (seconds: number, from: number, to: number, tauPitch: number, tau: number): Float32Array => {
  let phase = 0
  return Float32Array.from({ length: Math.round(seconds * RATE) }, (_, i) => {
    phase += (2 * Math.PI * (to + (from - to) * decay(i, tauPitch))) / RATE
    return Math.sin(phase) * decay(i, tau)
  })
}

/**
 * Returns two-operator frequency modulation with feedback, as in sound chips of the eighties: from a bell to noise,
 * depending on the feedback. Chowning, The synthesis of complex audio spectra by means of frequency modulation, JAES
 * 1973.
 */
const fm = (
  random: Random,
  seconds: number,
  hz: number,
  ratio: number,
  index: number,
  feedback: number,
  tau: number,
): Float32Array => {
  const tauIndex = tau * between(random, 0.3, 2)
  const bend = between(random, 1, 1.5)
  let carrier = 0
  let modulator = 0
  let before = 0
  return Float32Array.from({ length: Math.round(seconds * RATE) }, (_, i) => {
    const pitch = (2 * Math.PI * hz * (1 + (bend - 1) * decay(i, 0.02))) / RATE
    modulator += pitch * ratio
    carrier += pitch
    before = Math.sin(modulator + feedback * before)
    return Math.sin(carrier + index * decay(i, tauIndex) * before) * decay(i, tau)
  })
}

const add = (a: Float32Array, b: Float32Array, gain: number): Float32Array =>
  a.map((x, i) => x + gain * (b[i] ?? 0))

const kick = (random: Random): Float32Array => {
  if (random() < 0.2) {
    const hz = between2(random, 40, 90)
    return normalise(
      fm(random, 0.5, hz, between(random, 0.5, 2), between(random, 0, 3), 0, between2(random, 0.04, 0.2)),
    )
  }
  const end = between2(random, 38, 80)
  const body = sweep(
    0.5,
    end * between(random, 1.2, 6),
    end,
    between2(random, 0.006, 0.05),
    between2(random, 0.04, 0.22),
  )
  const click = onePole(
    noiseBurst(random, 0.02, between(random, 0.001, 0.006)),
    between2(random, 1500, 9000),
    'low',
    1,
  )
  const drive = between(random, 1, 4)
  return normalise(add(body, click, between(random, 0, 0.5)).map((x) => Math.tanh(drive * x)))
}

const snare = (random: Random): Float32Array => {
  if (random() < 0.3) {
    const tau = between2(random, 0.03, 0.18)
    const noisy = fm(
      random,
      0.5,
      between2(random, 150, 900),
      between(random, 0.5, 9),
      between(random, 3, 14),
      between(random, 1, 7),
      tau,
    )
    return normalise(add(noisy, noiseBurst(random, 0.5, tau), between(random, 0, 0.8)))
  }
  if (random() < 0.15) {
    // Brushes: no tone, a soft attack, a hiss.
    const hiss = noiseBurst(random, 0.5, between2(random, 0.03, 0.15))
    const attack = between2(random, 0.001, 0.012)
    for (let i = 0; i < hiss.length; i++) hiss[i]! *= 1 - decay(i, attack)
    return normalise(
      onePole(
        onePole(hiss, between2(random, 150, 1500), 'high', 1),
        between2(random, 2500, 12_000),
        'low',
        1,
      ),
    )
  }
  const hz = between2(random, 140, 280)
  const tone = sweep(0.4, hz * between(random, 1, 1.6), hz, 0.02, between2(random, 0.02, 0.12))
  const second = sweep(0.4, hz * 1.7, hz * between(random, 1.5, 1.9), 0.02, between2(random, 0.015, 0.08))
  let wires = noiseBurst(random, 0.4, between2(random, 0.04, 0.18))
  wires = onePole(wires, between2(random, 250, 2500), 'high', 1)
  wires = onePole(wires, between2(random, 4000, 16_000), 'low', 1)
  return normalise(
    add(add(normalise(wires), normalise(tone), between(random, 0.1, 1.2)), second, between(random, 0, 0.6)),
  )
}

const clap = (random: Random): Float32Array => {
  const out = new Float32Array(Math.round(0.35 * RATE))
  const gap = between(random, 0.007, 0.014)
  const tail = noiseBurst(random, 0.35, between2(random, 0.05, 0.15))
  for (let b = 0; b < 4; b++) {
    const start = Math.round(b * gap * RATE)
    const burst = b === 3 ? tail : noiseBurst(random, gap, 0.004)
    for (let i = 0; i < burst.length && start + i < out.length; i++) out[start + i]! += burst[i]!
  }
  return normalise(
    onePole(onePole(out, between2(random, 500, 1200), 'high'), between2(random, 2500, 9000), 'low', 1),
  )
}

const rim = (random: Random): Float32Array => {
  const hz = between2(random, 380, 1900)
  const tone = sweep(0.12, hz * 1.1, hz, 0.004, between2(random, 0.006, 0.03))
  return normalise(
    add(tone, onePole(noiseBurst(random, 0.12, 0.004), 1500, 'high', 1), between(random, 0.1, 0.8)),
  )
}

const hat = (random: Random, tauLow: number, tauHigh: number): Float32Array => {
  const tau = between2(random, tauLow, tauHigh)
  const seconds = Math.min(1.2, tau * 6)
  const kind = random()
  const source =
    kind < 0.4
      ? noiseBurst(random, seconds, tau)
      : kind < 0.75
        ? metal(random, seconds, tau, 1500, 9500)
        : fm(
            random,
            seconds,
            between2(random, 1500, 7000),
            between(random, 1.1, 7),
            between(random, 2, 12),
            between(random, 0, 6),
            tau,
          )
  return normalise(onePole(source, between2(random, 2500, 9500), 'high', random() < 0.5 ? 1 : 2))
}

const cymbal = (random: Random, ping: boolean): Float32Array => {
  const tau = between2(random, ping ? 0.25 : 0.5, ping ? 1 : 1.6)
  const wash = onePole(
    random() < 0.25
      ? fm(
          random,
          2,
          between2(random, 800, 5000),
          between(random, 1.1, 5),
          between(random, 2, 12),
          between(random, 0, 6),
          tau,
        )
      : add(metal(random, 2, tau, 1200, 9000), noiseBurst(random, 2, tau), between(random, 0, 5)),
    between2(random, 1200, 4500),
    'high',
  )
  if (!ping) return normalise(wash.map((x, i) => x * (1 - 0.6 * decay(i, 0.01))))
  const bell = sweep(2, 1, 1, 1, 1).fill(0)
  for (let p = 0; p < 4; p++) {
    const f = between2(random, 2000, 7000) / RATE
    for (let i = 0; i < bell.length; i++) bell[i]! += Math.sin(2 * Math.PI * f * i) * decay(i, 0.15)
  }
  return normalise(add(normalise(wash), bell, between(random, 0.1, 0.6)))
}

const tom = (random: Random, low: number, high: number): Float32Array => {
  const hz = between2(random, low, high)
  const body = sweep(
    0.7,
    hz * between(random, 1.05, 1.7),
    hz,
    between2(random, 0.02, 0.08),
    between2(random, 0.08, 0.32),
  )
  return normalise(
    add(
      body,
      onePole(noiseBurst(random, 0.05, 0.008), between2(random, 1000, 6000), 'low', 1),
      between(random, 0, 0.4),
    ),
  )
}

/** Returns a random kit: a sound for every drum key. Gains vary by about ±4 dB around a usual balance. */
export function randomKit(random: Random): Kit {
  const gain = (base: number): number => base * 10 ** (between(random, -5, 5) / 20)
  const sounds: Record<string, [Float32Array, number]> = {
    kick: [kick(random), gain(1)],
    snare: [snare(random), gain(0.8)],
    clap: [clap(random), gain(0.7)],
    rim: [rim(random), gain(0.5)],
    hat: [hat(random, 0.012, 0.06), gain(0.35)],
    pedal: [hat(random, 0.012, 0.05), gain(0.25)],
    open: [hat(random, 0.1, 0.45), gain(0.35)],
    ride: [cymbal(random, true), gain(0.35)],
    crash: [cymbal(random, false), gain(0.5)],
    tomHigh: [tom(random, 150, 300), gain(0.8)],
    tomMid: [tom(random, 105, 190), gain(0.8)],
    tomLow: [tom(random, 65, 120), gain(0.8)],
  }
  return new Map(
    Object.entries(sounds).map(([name, [samples, level]]) => [
      DRUM_KEYS[name]!.pitch,
      { layers: [{ upTo: 127, samples, gain: level }], squared: true },
    ]),
  )
}
