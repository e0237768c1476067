import { createLoudnessMeter, type Loudness } from '../loudness/loudness-meter.ts'
import { createBandLayout, FRAME_LENGTH, HOP_LENGTH, SAMPLE_RATE_HZ } from './bands.ts'
import { type CreateLevelMeter, referenceLevels } from './frame-levels.ts'
import { growing } from './growing.ts'
import { createPitchFolder, PITCH_BINS, PITCH_FRAME_LENGTH, PITCH_HOP_LENGTH } from './pitch-frames.ts'
import type { CreateTransform } from './real-transform.ts'

/** Everything later steps know of a track: compact arrays, never the samples. */
export interface TrackFeatures {
  readonly durationSeconds: number
  /** Frames of 10 ms. */
  readonly frames: number
  readonly bandCount: number
  readonly bandCentreHz: Float64Array
  /** Stored levels (see `decibelsOfLevel`), `bandCount` per frame. */
  readonly levels: Uint16Array
  /** 36 pitch bins per 100 ms; empty when pitch was not asked for. */
  readonly pitch: Float32Array
  /** Mean power of the middle and of the side signal per 100 ms, interleaved; empty for mono input. */
  readonly midSide: Float32Array
  /** Null when loudness was not asked for. */
  readonly loudness: Loudness | null
  /** K-weighted mean power per 100 ms; empty when loudness was not asked for. */
  readonly loudnessPowers: Float64Array
}

export interface ExtractorOptions {
  readonly createTransform: CreateTransform
  /** `referenceLevels` by default. */
  readonly createLevelMeter?: CreateLevelMeter
  /** Of the input, interleaved at 44.1 kHz. */
  readonly channels: 1 | 2
  readonly withLoudness: boolean
  readonly withPitch: boolean
  /** What the header claims, to reserve room; any value is safe. */
  readonly expectedSeconds?: number
}

export interface FeatureExtractor {
  /** Interleaved samples at 44.1 kHz in pieces of any length. */
  push(interleaved: Float32Array): void
  finish(): TrackFeatures
}

/** Room for four hours at most is reserved beforehand: a header may claim anything. */
const MAX_RESERVED_SECONDS = 4 * 3600
const HALF_FRAME = FRAME_LENGTH / 2
const HALF_PITCH = PITCH_FRAME_LENGTH / 2

/**
 * One pass over a track in bounded memory: about 110 bytes per 10 ms are kept. Frames are placed by absolute sample
 * position, so the result does not depend on how the input was cut.
 */
export function createFeatureExtractor(options: ExtractorOptions): FeatureExtractor {
  const { channels } = options
  const layout = createBandLayout()
  const transform = options.createTransform(FRAME_LENGTH)
  const pitchTransform = options.withPitch ? options.createTransform(PITCH_FRAME_LENGTH) : null
  const levelMeter = (options.createLevelMeter ?? referenceLevels)(layout)
  const foldPitch = pitchTransform === null ? null : createPitchFolder(pitchTransform, SAMPLE_RATE_HZ)
  const meter = options.withLoudness ? createLoudnessMeter({ sampleRateHz: SAMPLE_RATE_HZ, channels }) : null

  const expected = Math.min(MAX_RESERVED_SECONDS, Math.max(1, options.expectedSeconds ?? 60)) + 1
  const levels = growing((n) => new Uint16Array(n), layout.count, Math.ceil(expected * 100))
  const pitch = growing(
    (n) => new Float32Array(n),
    PITCH_BINS,
    options.withPitch ? Math.ceil(expected * 10) : 0,
  )
  const midSide = growing((n) => new Float32Array(n), 2, Math.ceil(expected * 10))

  // The mono signal not yet used up; index 0 is sample `bufferStart`, silence before sample 0.
  let buffer = new Float32Array(65_536)
  let bufferStart = -HALF_PITCH
  let filled = HALF_PITCH
  let samples = 0
  let frame = 0
  let pitchFrame = 0
  let midPower = 0
  let sidePower = 0
  let inStep = 0

  const analyseFrame = (offset: number) => {
    transform.input.set(buffer.subarray(offset, offset + FRAME_LENGTH))
    const { array, at } = levels.addRow()
    levelMeter.measure(transform.forward(), array, at)
  }

  const analysePitch = (offset: number) => {
    pitchTransform!.input.set(buffer.subarray(offset, offset + PITCH_FRAME_LENGTH))
    const { array, at } = pitch.addRow()
    foldPitch!(array, at)
  }

  /** Analyse every frame that is complete, or centred inside the signal when it has ended; drop what is used up. */
  const drain = () => {
    const end = bufferStart + filled
    while (frame * HOP_LENGTH + HALF_FRAME <= end) {
      analyseFrame(frame * HOP_LENGTH - HALF_FRAME - bufferStart)
      frame++
    }
    while (pitchTransform !== null && pitchFrame * PITCH_HOP_LENGTH + HALF_PITCH <= end) {
      analysePitch(pitchFrame * PITCH_HOP_LENGTH - HALF_PITCH - bufferStart)
      pitchFrame++
    }
    const frameNeeds = frame * HOP_LENGTH - HALF_FRAME
    const pitchNeeds = pitchTransform === null ? frameNeeds : pitchFrame * PITCH_HOP_LENGTH - HALF_PITCH
    const keepFrom = Math.min(frameNeeds, pitchNeeds) - bufferStart
    if (keepFrom > 0) {
      buffer.copyWithin(0, keepFrom, filled)
      filled -= keepFrom
      bufferStart += keepFrom
    }
  }

  const makeRoom = (count: number) => {
    if (filled + count <= buffer.length) return
    const grown = new Float32Array(Math.max(buffer.length * 2, filled + count))
    grown.set(buffer.subarray(0, filled))
    buffer = grown
  }

  /** Middle and side of a piece that lies within one step of 100 ms. Sums in locals: captured variables are slow to write. */
  const pushWithinStep = (interleaved: Float32Array, from: number, count: number) => {
    const mono = buffer
    const start = filled
    let mids = midPower
    let sides = sidePower
    for (let i = 0, j = from * 2; i < count; i++, j += 2) {
      const left = interleaved[j]!
      const right = interleaved[j + 1]!
      const mid = 0.5 * (left + right)
      const side = 0.5 * (left - right)
      mono[start + i] = mid
      mids += mid * mid
      sides += side * side
    }
    midPower = mids
    sidePower = sides
    filled += count
    inStep += count
  }

  const pushStereo = (interleaved: Float32Array, from: number, count: number) => {
    for (let done = 0; done < count; ) {
      const part = Math.min(PITCH_HOP_LENGTH - inStep, count - done)
      pushWithinStep(interleaved, from + done, part)
      done += part
      if (inStep < PITCH_HOP_LENGTH) continue
      const { array, at } = midSide.addRow()
      array[at] = midPower / PITCH_HOP_LENGTH
      array[at + 1] = sidePower / PITCH_HOP_LENGTH
      midPower = sidePower = inStep = 0
    }
  }

  const pushMono = (samples: Float32Array, from: number, count: number) => {
    buffer.set(samples.subarray(from, from + count), filled)
    filled += count
  }

  return {
    push(interleaved) {
      meter?.push(interleaved)
      const total = Math.floor(interleaved.length / channels)
      for (let done = 0; done < total; ) {
        const count = Math.min(16_384, total - done)
        makeRoom(count)
        if (channels === 1) pushMono(interleaved, done, count)
        else pushStereo(interleaved, done, count)
        samples += count
        done += count
        drain()
      }
    },
    finish() {
      // Silence after the end completes the frames centred inside the signal, and only those.
      const wanted = Math.ceil(samples / HOP_LENGTH)
      makeRoom(PITCH_FRAME_LENGTH)
      buffer.fill(0, filled, filled + PITCH_FRAME_LENGTH)
      filled += PITCH_FRAME_LENGTH
      while (frame < wanted) {
        analyseFrame(frame * HOP_LENGTH - HALF_FRAME - bufferStart)
        frame++
      }
      while (pitchTransform !== null && pitchFrame < Math.ceil(samples / PITCH_HOP_LENGTH)) {
        analysePitch(pitchFrame * PITCH_HOP_LENGTH - HALF_PITCH - bufferStart)
        pitchFrame++
      }
      return {
        durationSeconds: samples / SAMPLE_RATE_HZ,
        frames: frame,
        bandCount: layout.count,
        bandCentreHz: layout.centreHz,
        levels: levels.view(),
        pitch: pitch.view(),
        midSide: midSide.view(),
        loudness: meter?.finish() ?? null,
        loudnessPowers: meter?.stepPowers() ?? new Float64Array(0),
      }
    },
  }
}
