import { createLoudnessMeter, type Loudness } from '../loudness/loudness-meter.ts'
import { createBandLayout, FRAME_LENGTH, HOP_LENGTH, SAMPLE_RATE_HZ } from './bands.ts'
import { type CreateLevelMeter, type LevelMeter, referenceLevels } from './frame-levels.ts'
import { type Growing, growing } from './growing.ts'
import { foldPitch, PITCH_BINS, PITCH_FRAME_LENGTH, PITCH_HOP_LENGTH } from './pitch-frames.ts'
import type { CreateTransform, RealTransform } from './real-transform.ts'

/** Features of a track for all later steps: compact arrays, without the samples. */
export interface TrackFeatures {
  readonly durationSeconds: number
  /** Number of frames of 10 ms. */
  readonly frames: number
  readonly bandCount: number
  readonly bandCentreHz: Float64Array
  /** Stored levels (see `decibelsOfLevel`), `bandCount` per frame. */
  readonly levels: Uint16Array
  /** 36 pitch bins per 100 ms; empty when pitch was not requested. */
  readonly pitch: Float32Array
  /** Mean power of the mid and the side signal per 100 ms, interleaved; empty for mono input. */
  readonly midSide: Float32Array
  /** Null when loudness was not requested. */
  readonly loudness: Loudness | null
  /** K-weighted mean power per 100 ms; empty when loudness was not requested. */
  readonly loudnessPowers: Float64Array
}

/** Settings of a feature extractor. */
export interface ExtractorOptions {
  readonly createTransform: CreateTransform
  /** Level meter; `referenceLevels` by default. */
  readonly createLevelMeter?: CreateLevelMeter
  /** Channels of the input, interleaved at 44.1 kHz. */
  readonly channels: 1 | 2
  readonly withLoudness: boolean
  readonly withPitch: boolean
  /** Duration according to the header, for reserving memory. Any value is safe. */
  readonly expectedSeconds?: number
  /** Receives the mono mix as it passes; valid until it returns. */
  readonly onMono?: (samples: Float32Array) => void
}

/** Extracts the features of one track. */
export interface FeatureExtractor {
  /** Takes interleaved samples at 44.1 kHz, in pieces of any length. */
  push(interleaved: Float32Array): void
  finish(): TrackFeatures
}

/** Longest duration for which memory is reserved, because a header may state anything. */
const MAX_RESERVED_SECONDS = 4 * 3600
const HALF_FRAME = FRAME_LENGTH / 2
const HALF_PITCH = PITCH_FRAME_LENGTH / 2

/** State of a pass over a track. */
interface Pass {
  readonly channels: 1 | 2
  readonly transform: RealTransform
  readonly levelMeter: LevelMeter
  /** Null when pitch was not requested. */
  readonly pitchTransform: RealTransform | null
  readonly levels: Growing<Uint16Array>
  readonly pitch: Growing<Float32Array>
  readonly midSide: Growing<Float32Array>
  /** Mono signal that has not been used yet. Index 0 is sample `bufferStart`; before sample 0 there is silence. */
  buffer: Float32Array
  bufferStart: number
  filled: number
  samples: number
  frame: number
  pitchFrame: number
  /** Sums of the current 100 ms step, and its number of samples. */
  midPower: number
  sidePower: number
  inStep: number
}

function analyseFrame({ transform, levelMeter, levels, buffer }: Pass, offset: number): void {
  transform.input.set(buffer.subarray(offset, offset + FRAME_LENGTH))
  const { array, at } = levels.addRow()
  levelMeter.measure(transform.forward(), array, at)
}

function analysePitch({ pitch, buffer }: Pass, transform: RealTransform, offset: number): void {
  transform.input.set(buffer.subarray(offset, offset + PITCH_FRAME_LENGTH))
  const { array, at } = pitch.addRow()
  foldPitch(transform, SAMPLE_RATE_HZ, array, at)
}

/** Analyses every complete frame and drops the used samples. */
function drain(pass: Pass): void {
  const { pitchTransform } = pass
  const end = pass.bufferStart + pass.filled
  while (pass.frame * HOP_LENGTH + HALF_FRAME <= end)
    analyseFrame(pass, pass.frame++ * HOP_LENGTH - HALF_FRAME - pass.bufferStart)
  while (pitchTransform !== null && pass.pitchFrame * PITCH_HOP_LENGTH + HALF_PITCH <= end)
    analysePitch(pass, pitchTransform, pass.pitchFrame++ * PITCH_HOP_LENGTH - HALF_PITCH - pass.bufferStart)
  const frameNeeds = pass.frame * HOP_LENGTH - HALF_FRAME
  const pitchNeeds = pitchTransform === null ? frameNeeds : pass.pitchFrame * PITCH_HOP_LENGTH - HALF_PITCH
  const keepFrom = Math.min(frameNeeds, pitchNeeds) - pass.bufferStart
  if (keepFrom > 0) {
    pass.buffer.copyWithin(0, keepFrom, pass.filled)
    pass.filled -= keepFrom
    pass.bufferStart += keepFrom
  }
}

function makeRoom(pass: Pass, count: number): void {
  if (pass.filled + count <= pass.buffer.length) return
  const grown = new Float32Array(Math.max(pass.buffer.length * 2, pass.filled + count))
  grown.set(pass.buffer.subarray(0, pass.filled))
  pass.buffer = grown
}

/** Adds mid and side power of a piece within one 100 ms step. */
function pushWithinStep(pass: Pass, interleaved: Float32Array, from: number, count: number): void {
  const { buffer: mono, filled: start } = pass
  let { midPower, sidePower } = pass
  for (let i = 0, j = from * 2; i < count; i++, j += 2) {
    const left = interleaved[j]!
    const right = interleaved[j + 1]!
    const mid = 0.5 * (left + right)
    const side = 0.5 * (left - right)
    mono[start + i] = mid
    midPower += mid * mid
    sidePower += side * side
  }
  pass.midPower = midPower
  pass.sidePower = sidePower
  pass.filled += count
  pass.inStep += count
}

function pushStereo(pass: Pass, interleaved: Float32Array, from: number, count: number): void {
  for (let done = 0; done < count; ) {
    const part = Math.min(PITCH_HOP_LENGTH - pass.inStep, count - done)
    pushWithinStep(pass, interleaved, from + done, part)
    done += part
    if (pass.inStep < PITCH_HOP_LENGTH) continue
    const { array, at } = pass.midSide.addRow()
    array[at] = pass.midPower / PITCH_HOP_LENGTH
    array[at + 1] = pass.sidePower / PITCH_HOP_LENGTH
    pass.midPower = pass.sidePower = pass.inStep = 0
  }
}

function pushMono(pass: Pass, samples: Float32Array, from: number, count: number): void {
  pass.buffer.set(samples.subarray(from, from + count), pass.filled)
  pass.filled += count
}

function pushSamples(pass: Pass, interleaved: Float32Array, onMono?: (samples: Float32Array) => void): void {
  const total = Math.floor(interleaved.length / pass.channels)
  for (let done = 0; done < total; ) {
    const count = Math.min(16_384, total - done)
    makeRoom(pass, count)
    if (pass.channels === 1) pushMono(pass, interleaved, done, count)
    else pushStereo(pass, interleaved, done, count)
    pass.samples += count
    done += count
    onMono?.(pass.buffer.subarray(pass.filled - count, pass.filled))
    drain(pass)
  }
}

/** Adds silence after the end, so that exactly the frames centred inside the signal are completed. */
function finishFrames(pass: Pass): void {
  const { pitchTransform, samples } = pass
  makeRoom(pass, PITCH_FRAME_LENGTH)
  pass.buffer.fill(0, pass.filled, pass.filled + PITCH_FRAME_LENGTH)
  pass.filled += PITCH_FRAME_LENGTH
  while (pass.frame < Math.ceil(samples / HOP_LENGTH))
    analyseFrame(pass, pass.frame++ * HOP_LENGTH - HALF_FRAME - pass.bufferStart)
  while (pitchTransform !== null && pass.pitchFrame < Math.ceil(samples / PITCH_HOP_LENGTH))
    analysePitch(pass, pitchTransform, pass.pitchFrame++ * PITCH_HOP_LENGTH - HALF_PITCH - pass.bufferStart)
}

/**
 * Creates an extractor that makes one pass over a track in bounded memory: it keeps about 110 bytes per 10 ms. Frames
 * are placed by absolute sample position, so the result does not depend on the size of the pieces. The work is in
 * separate functions, so that V8 keeps their optimised code from track to track.
 */
export function createFeatureExtractor(options: ExtractorOptions): FeatureExtractor {
  const { channels } = options
  const layout = createBandLayout()
  const meter = options.withLoudness ? createLoudnessMeter({ sampleRateHz: SAMPLE_RATE_HZ, channels }) : null
  const expected = Math.min(MAX_RESERVED_SECONDS, Math.max(1, options.expectedSeconds ?? 60)) + 1
  const pitchRows = options.withPitch ? Math.ceil(expected * 10) : 0
  const pass: Pass = {
    channels,
    transform: options.createTransform(FRAME_LENGTH),
    levelMeter: (options.createLevelMeter ?? referenceLevels)(layout),
    pitchTransform: options.withPitch ? options.createTransform(PITCH_FRAME_LENGTH) : null,
    levels: growing((n) => new Uint16Array(n), layout.count, Math.ceil(expected * 100)),
    pitch: growing((n) => new Float32Array(n), PITCH_BINS, pitchRows),
    midSide: growing((n) => new Float32Array(n), 2, Math.ceil(expected * 10)),
    buffer: new Float32Array(65_536),
    bufferStart: -HALF_PITCH,
    filled: HALF_PITCH,
    samples: 0,
    frame: 0,
    pitchFrame: 0,
    midPower: 0,
    sidePower: 0,
    inStep: 0,
  }
  return {
    push(interleaved) {
      meter?.push(interleaved)
      pushSamples(pass, interleaved, options.onMono)
    },
    finish() {
      finishFrames(pass)
      return {
        durationSeconds: pass.samples / SAMPLE_RATE_HZ,
        frames: pass.frame,
        bandCount: layout.count,
        bandCentreHz: layout.centreHz,
        levels: pass.levels.view(),
        pitch: pass.pitch.view(),
        midSide: pass.midSide.view(),
        loudness: meter?.finish() ?? null,
        loudnessPowers: meter?.stepPowers() ?? new Float64Array(0),
      }
    },
  }
}
