import { describe, expect, it } from 'vitest'
import { createReferenceTransform } from '../features/reference-transform.ts'
import { createHybridSpectrum, spectrumShape } from './hybrid-spectrum.ts'

const N = 9000
const planar = Float32Array.from({ length: 2 * N }, (_, i) => Math.sin(0.07 * i) + 0.3 * Math.cos(0.9 * i))

describe('the spectrogram of HTDemucs', () => {
  it('has 2048 bins and a frame for every 1024 samples, 336 of them in 7.8 seconds', () => {
    expect(spectrumShape(343_980)).toEqual([4, 2048, 336])
    expect(spectrumShape(N)).toEqual([4, 2048, 9])
  })

  it('is the Fourier transform of mirrored, windowed frames, as its definition says', () => {
    const spectrum = createHybridSpectrum(createReferenceTransform, N).forward(planar)
    const [, bins, frames] = spectrumShape(N)
    for (const [channel, bin, frame] of [
      [0, 46, 0],
      [1, 3, 4],
      [1, 587, 8],
    ] as const) {
      let real = 0
      let imaginary = 0
      for (let i = 0; i < 4096; i++) {
        let at = frame * 1024 - 1536 + i
        if (at < 0) at = -at
        if (at >= N) at = 2 * (N - 1) - at
        const x = planar[channel * N + at]! * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / 4096))
        real += (x * Math.cos((2 * Math.PI * bin * i) / 4096)) / 64
        imaginary -= (x * Math.sin((2 * Math.PI * bin * i) / 4096)) / 64
      }
      const at = (2 * channel * bins + bin) * frames + frame
      expect(spectrum[at]).toBeCloseTo(real, 3)
      expect(spectrum[at + bins * frames]).toBeCloseTo(imaginary, 3)
    }
  })

  it('returns to the waveform, but for the ends', () => {
    const hybrid = createHybridSpectrum(createReferenceTransform, N)
    const back = new Float32Array(2 * N)
    hybrid.addInverse(hybrid.forward(planar), 0, back, 0)
    for (let channel = 0; channel < 2; channel++)
      for (let t = 1536; t < N - 1536; t++)
        expect(Math.abs(back[channel * N + t]! - planar[channel * N + t]!)).toBeLessThan(1e-4)
  })
})
