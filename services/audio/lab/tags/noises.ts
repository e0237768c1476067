/**
 * Sounds that are not music, synthesised: 20 seconds, mono, 44.1 kHz. Those marked `fit` are used to fit the decision between
 * music and other sound; it is reported on the others, which have other generators or parameters.
 */
export const NOISE_RATE_HZ = 44_100
const SECONDS = 20
const LENGTH = NOISE_RATE_HZ * SECONDS
const TURN = 2 * Math.PI

/** A linear congruential generator (Numerical Recipes), 0 to 1. */
function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Noise through a one-pole low-pass (`smooth` near 1 is dark) or, negative, its high-passed rest. */
function noise(seed: number, smooth: number, level = 0.3): Float32Array {
  const roll = dice(seed)
  let low = 0
  return Float32Array.from({ length: LENGTH }, () => {
    const white = 2 * roll() - 1
    low = Math.abs(smooth) * low + (1 - Math.abs(smooth)) * white
    return level * (smooth >= 0 ? low / Math.sqrt((1 - smooth) / (1 + smooth)) / 2 : white - low)
  })
}

/** Adds `rate` bursts a second, each a decaying resonance or noise, at random times. */
function bursts(
  out: Float32Array,
  seed: number,
  {
    rate,
    decay,
    hz,
    noisy,
    level,
  }: { rate: number; decay: number; hz: [number, number]; noisy: number; level: number },
): Float32Array {
  const roll = dice(seed)
  for (let b = 0; b < rate * SECONDS; b++) {
    const from = Math.floor(roll() * LENGTH)
    const tone = hz[0] * (hz[1] / hz[0]) ** roll()
    const strength = level * roll() ** 2
    const fall = decay * (0.5 + roll())
    const length = Math.min(LENGTH - from, Math.ceil((6 / fall) * NOISE_RATE_HZ))
    for (let i = 0; i < length; i++) {
      const t = i / NOISE_RATE_HZ
      const grain =
        (1 - noisy) * Math.sin(TURN * tone * t) + noisy * (2 * roll() - 1) * Math.cos(TURN * tone * t)
      out[from + i]! += strength * Math.exp(-fall * t) * grain
    }
  }
  return out
}

const tone = (hz: number, level: number) =>
  Float32Array.from({ length: LENGTH }, (_, i) => level * Math.sin((TURN * hz * i) / NOISE_RATE_HZ))

const gusts = (seed: number): Float32Array => {
  const base = noise(seed, 0.97, 0.5)
  return base.map(
    (x, i) => x * (0.5 + 0.5 * Math.sin((TURN * i) / NOISE_RATE_HZ / 5.3 + Math.sin(i / 60_000))),
  )
}

const rain = (seed: number, drops: number, smooth: number) =>
  bursts(noise(seed, smooth, 0.08), seed + 1, {
    rate: drops,
    decay: 250,
    hz: [900, 7000],
    noisy: 0.4,
    level: 0.25,
  })
const applause = (seed: number, claps: number, hz: [number, number]) =>
  bursts(new Float32Array(LENGTH), seed, { rate: claps, decay: 120, hz, noisy: 1, level: 0.3 })

interface Noise {
  readonly name: string
  readonly fit: boolean
  make(): Float32Array
}

/** All sounds. */
export const NOISES: readonly Noise[] = [
  ...[1, 2].map((s) => ({ name: `white noise ${s}`, fit: true, make: () => noise(s, 0, 0.1 * s) })),
  ...[3, 4].map((s) => ({ name: `dark noise ${s}`, fit: true, make: () => noise(s, 0.8 + 0.04 * s) })),
  ...[5, 6, 7].map((s) => ({
    name: `rain ${s}`,
    fit: true,
    make: () => rain(s, 60 * (s - 4) ** 2, 0.1 * s),
  })),
  ...[8, 9, 10].map((s) => ({
    name: `applause ${s}`,
    fit: true,
    make: () => applause(s, 40 * (s - 7) ** 2, [700, 2200]),
  })),
  ...[220, 440, 2000].map((hz) => ({ name: `tone ${hz}`, fit: true, make: () => tone(hz, 0.2) })),
  { name: 'wind 11', fit: true, make: () => gusts(11) },
  {
    name: 'footsteps 12',
    fit: true,
    make: () =>
      bursts(noise(12, 0.5, 0.01), 12, { rate: 1.7, decay: 60, hz: [80, 300], noisy: 0.6, level: 0.5 }),
  },
  {
    name: 'mains hum',
    fit: true,
    make: () => tone(50, 0.2).map((x, i) => x + 0.5 * Math.sin((TURN * 150 * i) / NOISE_RATE_HZ) * 0.2),
  },
  ...[21, 22].map((s) => ({
    name: `other rain ${s}`,
    fit: false,
    make: () => rain(s, 25 * (s - 20) ** 4, 0.3),
  })),
  ...[23, 24].map((s) => ({
    name: `other applause ${s}`,
    fit: false,
    make: () => applause(s, 90 * (s - 22) ** 2, [1000, 3500]),
  })),
  ...[100, 330, 1000, 3500].map((hz) => ({
    name: `other tone ${hz}`,
    fit: false,
    make: () => tone(hz, 0.5),
  })),
  { name: 'other hiss', fit: false, make: () => noise(25, -0.7, 0.05) },
  { name: 'brown noise', fit: false, make: () => noise(26, 0.995, 0.6) },
  { name: 'other wind', fit: false, make: () => gusts(27).map((x) => 0.4 * x) },
  {
    name: 'crackle',
    fit: false,
    make: () =>
      bursts(noise(28, 0.9, 0.02), 28, { rate: 14, decay: 700, hz: [1500, 6000], noisy: 0.8, level: 0.6 }),
  },
]
