import { levelOfPower } from '../features/bands.ts'
import type { CreateTransform } from '../features/real-transform.ts'
import { MEL_FRAME_LENGTH, MEL_HOP_LENGTH, melPowers, TAG_RATE_HZ } from './mel-levels.ts'
import { endOfSourceSamples, firstSourceSample, resample, resampledLength } from './resample.ts'
import { MEL_BANDS, PATCH_FRAMES } from './tag-network.ts'

/** Band levels of a patch, and where the patch lies. */
export interface MelPatch {
  readonly startSeconds: number
  readonly endSeconds: number
  /** Stored levels (see `levelOfPower`): `PATCH_FRAMES` rows of `MEL_BANDS`. */
  readonly levels: Uint16Array
}

/** Frames between the starts of two patches: 8 seconds. */
const SPACING_FRAMES = 500
/** Patches that are kept at most. In longer tracks every second patch is dropped and the spacing doubled. */
const MAX_PATCHES = 192
const PATCH_SAMPLES = (PATCH_FRAMES - 1) * MEL_HOP_LENGTH + MEL_FRAME_LENGTH
const SECONDS_PER_FRAME = MEL_HOP_LENGTH / TAG_RATE_HZ

/** Collects patches of a track from its samples in one pass. */
export interface PatchCollector {
  /** Takes mono samples at 44.1 kHz, in pieces of any length. The samples are not changed. */
  push(mono: Float32Array): void
  finish(): readonly MelPatch[]
}

/** State of a pass. */
interface Pass {
  readonly createTransform: CreateTransform
  /** Source samples that a coming patch may read; `buffer[0]` is source sample `start`. */
  buffer: Float32Array
  start: number
  filled: number
  samples: number
  spacing: number
  /** Number of the next patch; it starts at the frame `next · spacing`. */
  next: number
  patches: MelPatch[]
}

/** First sample at 16 kHz of a patch; frames are centred, so the first one begins before its time. */
const firstSampleOf = ({ next, spacing }: Pass): number =>
  next * spacing * MEL_HOP_LENGTH - MEL_FRAME_LENGTH / 2

/** Adds the patch whose samples are all in the buffer. Rows from `frames` on repeat the first ones. */
function addPatch(pass: Pass, frames = PATCH_FRAMES): void {
  const samples = new Float32Array(PATCH_SAMPLES)
  resample(
    pass.buffer,
    pass.start,
    firstSampleOf(pass),
    samples,
    (frames - 1) * MEL_HOP_LENGTH + MEL_FRAME_LENGTH,
  )
  const transform = pass.createTransform(MEL_FRAME_LENGTH)
  const row = new Float32Array(MEL_BANDS)
  const levels = new Uint16Array(PATCH_FRAMES * MEL_BANDS)
  for (let t = 0; t < frames; t++) {
    melPowers(transform, samples, t * MEL_HOP_LENGTH, row, 0)
    for (let band = 0; band < MEL_BANDS; band++) levels[t * MEL_BANDS + band] = levelOfPower(row[band]!)
  }
  for (let i = frames * MEL_BANDS; i < levels.length; i++) levels[i] = levels[i - frames * MEL_BANDS]!
  const startSeconds = pass.next * pass.spacing * SECONDS_PER_FRAME
  pass.patches.push({ startSeconds, endSeconds: startSeconds + frames * SECONDS_PER_FRAME, levels })
  pass.next++
  if (pass.patches.length < MAX_PATCHES) return
  pass.patches = pass.patches.filter((_, i) => i % 2 === 0)
  pass.spacing *= 2
  pass.next = pass.patches.length
}

/** Adds complete patches and drops the samples before the next one. */
function drain(pass: Pass): void {
  const end = () => endOfSourceSamples(firstSampleOf(pass) + PATCH_SAMPLES - 1)
  while (end() <= pass.start + pass.filled) addPatch(pass)
  const keepFrom = Math.min(pass.filled, firstSourceSample(firstSampleOf(pass)) - pass.start)
  if (keepFrom <= 0) return
  pass.buffer.copyWithin(0, keepFrom, pass.filled)
  pass.filled -= keepFrom
  pass.start += keepFrom
}

function append(pass: Pass, samples: Float32Array): void {
  if (pass.filled + samples.length > pass.buffer.length) {
    const grown = new Float32Array(Math.max(2 * pass.buffer.length, pass.filled + samples.length))
    grown.set(pass.buffer.subarray(0, pass.filled))
    pass.buffer = grown
  }
  pass.buffer.set(samples, pass.filled)
  pass.filled += samples.length
}

/**
 * Creates a collector. It keeps about four seconds of samples and at most 192 patches of 36 kB, however long the track
 * is. A track below three seconds is repeated to fill one patch, as in the networks' training.
 */
export function createPatchCollector(createTransform: CreateTransform): PatchCollector {
  const start = firstSourceSample(-MEL_FRAME_LENGTH / 2)
  const pass: Pass = {
    createTransform,
    buffer: new Float32Array(1 << 18),
    start,
    filled: -start,
    samples: 0,
    spacing: SPACING_FRAMES,
    next: 0,
    patches: [],
  }
  return {
    push(mono) {
      pass.samples += mono.length
      append(pass, mono)
      drain(pass)
    },
    finish() {
      const frames = 1 + Math.floor(resampledLength(pass.samples) / MEL_HOP_LENGTH) - pass.next * pass.spacing
      if (pass.samples > 0 && (pass.patches.length === 0 || frames >= PATCH_FRAMES)) {
        append(pass, new Float32Array(4 * MEL_FRAME_LENGTH))
        if (pass.patches.length === 0 || frames >= PATCH_FRAMES)
          addPatch(pass, Math.min(PATCH_FRAMES, frames))
      }
      return pass.patches
    },
  }
}
