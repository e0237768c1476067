/** Power of one frame: the whole, and what the masks would give to drums and bass. */
export interface FramePower {
  readonly whole: number
  /** All drums by the masks. */
  readonly drums: number
  /** Drums below 689 Hz where the network, which knows how a kick differs from a note, is sure of them. */
  readonly lowDrums: number
  /** Drums above `HISS_HZ` by the rules: hats and cymbals, where notes have hardly any power. */
  readonly highDrums: number
  /** Bass by the network. */
  readonly bass: number
}

/** Shares of the masks that are used, 0 to 1. */
interface Presence {
  readonly drums: number
  readonly bass: number
}

/** Decides for every passage whether drums and bass play at all. */
export interface PresenceMeter {
  /** Delay of a decision in frames: half of the passage. */
  readonly delayFrames: number
  /**
   * Takes the next frame, or null for one that reaches beyond an end of the recording: an abrupt end sounds like a hit.
   * Returns the presence `delayFrames` before it, or null before the first.
   */
  push(power: FramePower | null): Presence | null
}

/** Above this frequency notes have hardly any power. */
export const HISS_HZ = 5000
/** A passage reaches this far before and after its frame: longer than a bar without a note at most tempi. */
const REACH_SECONDS = 1.5
/** From this share of a point of the grid on, the network is sure of drums there. */
export const SURE_SHARE = 0.7
/**
 * Shares of the power of a passage without the other of the two, below the first of which a stem is absent, and above
 * the second of which it is taken as estimated. Without the other one, because under loud drums a bass of a hundredth
 * may be all that plays besides. Chosen on the tuning
 * half, whole and with stems left out: a hundredth of the passages with a stem is below, most of those without it.
 */
const BASS_SHARES = [0.015, 0.04] as const
const DRUM_SHARES = [0.003, 0.01] as const
/** The same for hats and cymbals: what is 30 dB below the passage is nearly absent. */
const HIGH_SHARES = [0.0005, 0.002] as const

const NOTHING: FramePower = { whole: 0, drums: 0, lowDrums: 0, highDrums: 0, bass: 0 }

const ramp = (x: number, [from, to]: readonly [number, number]): number =>
  Math.max(0, Math.min(1, (x - from) / (to - from)))

/**
 * Creates a meter that decides whether a stem is present from its share of the power of a passage. Masks by rules give
 * every stem a part of any sound, so that of a piano alone some would be called bass and drums; where nothing is
 * clearly heard of a stem, it is silent and its part stays in the rest.
 */
export function createPresenceMeter(hopSeconds: number): PresenceMeter {
  const delayFrames = Math.max(1, Math.round(REACH_SECONDS / hopSeconds))
  const ring: FramePower[] = Array.from({ length: 2 * delayFrames + 1 }, () => NOTHING)
  let taken = 0
  return {
    delayFrames,
    push(power) {
      ring[taken % ring.length] = power ?? NOTHING
      taken++
      if (taken <= delayFrames) return null
      const sum = (of: keyof FramePower): number => ring.reduce((total, frame) => total + frame[of], 0)
      const beside = sum('whole') - sum('bass')
      const undrummed = sum('whole') - sum('drums')
      const low = beside > 0 ? ramp(sum('lowDrums') / beside, DRUM_SHARES) : 1
      const high = beside > 0 ? ramp(sum('highDrums') / beside, HIGH_SHARES) : 1
      return {
        drums: Math.max(low, high),
        bass: undrummed > 0 ? ramp(sum('bass') / undrummed, BASS_SHARES) : 1,
      }
    },
  }
}
