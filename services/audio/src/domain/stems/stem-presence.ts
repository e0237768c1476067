/** Power of one frame: the whole, and what the masks would give to drums and bass. */
export interface FramePower {
  readonly whole: number
  /** All drums by the masks. */
  readonly drums: number
  /** Drums below 689 Hz where the network, which was trained to tell a kick from a note, is sure of them. */
  readonly lowDrums: number
  /** Drums between these ranges where the rules give them over `CLEAR_SHARE`: claves, wood blocks, rim shots. */
  readonly midDrums: number
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
/** Above this share of a bin, the rules hear a clear hit there; notes hardly ever reach it. */
export const CLEAR_SHARE = 0.9
/**
 * Shares of the power of a passage without the other of the two, below the first of which a stem is absent, and above
 * the second of which it is taken as estimated. Without the other one, because under loud drums a bass of a hundredth
 * may be all that plays besides. Chosen on the tuning half, whole and with stems left out: a hundredth of the passages
 * with a stem is below, most of those without it.
 */
const BASS_SHARES = [0.015, 0.04] as const
const DRUM_SHARES = [0.003, 0.01] as const
/** The same for hats and cymbals: what is 30 dB below the passage is nearly absent. */
const HIGH_SHARES = [0.0005, 0.002] as const
/**
 * The same for hits between, as a share of the whole passage: beside a bass alone, its attacks are all that remains.
 * The tuning half without its drums reaches at most 0.08, by short plucked notes; claves and rim shots over a pad, 0.2
 * to 0.3.
 */
const MID_SHARES = [0.08, 0.2] as const
/** A half with less than this share of the power of its passage is quiet: the other half outweighs what it holds. */
const QUIET_SHARE = 0.25

/** Power of several frames. */
interface SpanPower extends FramePower {
  /** Number of frames within the recording. */
  readonly frames: number
}

const NOTHING: SpanPower = { frames: 0, whole: 0, drums: 0, lowDrums: 0, midDrums: 0, highDrums: 0, bass: 0 }

const ramp = (x: number, [from, to]: readonly [number, number]): number =>
  Math.max(0, Math.min(1, (x - from) / (to - from)))

const plus = (a: SpanPower, b: SpanPower): SpanPower => ({
  frames: a.frames + b.frames,
  whole: a.whole + b.whole,
  drums: a.drums + b.drums,
  lowDrums: a.lowDrums + b.lowDrums,
  midDrums: a.midDrums + b.midDrums,
  highDrums: a.highDrums + b.highDrums,
  bass: a.bass + b.bass,
})

/** Returns the presence by the power of a passage. What fills the passage leaves nothing beside it and is present. */
function presenceIn(power: FramePower): Presence {
  const { whole } = power
  const beside = whole - power.bass
  const undrummed = whole - power.drums
  const low = beside > 0 ? ramp(power.lowDrums / beside, DRUM_SHARES) : 1
  const mid = whole > 0 ? ramp(power.midDrums / whole, MID_SHARES) : 1
  const high = beside > 0 ? ramp(power.highDrums / beside, HIGH_SHARES) : 1
  return {
    drums: Math.max(low, mid, high),
    bass: undrummed > 0 ? ramp(power.bass / undrummed, BASS_SHARES) : 1,
  }
}

/**
 * Creates a meter that decides whether a stem is present from its share of the power of a passage. Masks by rules give
 * every stem a part of any sound, so that of a piano alone some would be called bass and drums; where nothing is
 * clearly heard of a stem, it is silent and its part stays in the rest.
 *
 * A frame quieter than the mean of its passage is also judged by a quiet half before or after it, and the largest
 * presence counts: quiet hats stay until something loud enters. A half does not count if it has less power than the
 * frame or lies mostly beyond an end: the attack of a note would be alone in it and resemble a hit.
 */
export function createPresenceMeter(hopSeconds: number): PresenceMeter {
  const delayFrames = Math.max(1, Math.round(REACH_SECONDS / hopSeconds))
  const ring: SpanPower[] = Array.from({ length: 2 * delayFrames + 1 }, () => NOTHING)
  let taken = 0
  return {
    delayFrames,
    push(power) {
      ring[taken % ring.length] = power === null ? NOTHING : { ...power, frames: 1 }
      taken++
      if (taken <= delayFrames) return null
      // The oldest frame is the one that the next push replaces. Summed anew every time, because running sums would
      // keep rounding errors of loud passages in quiet ones.
      const sum = (from: number, to: number): SpanPower => {
        let total = NOTHING
        for (let i = from; i < to; i++) total = plus(total, ring[(taken + i) % ring.length]!)
        return total
      }
      const frame = ring[(taken + delayFrames) % ring.length]!
      const earlier = sum(0, delayFrames)
      const later = sum(delayFrames + 1, ring.length)
      const passage = plus(plus(earlier, frame), later)
      const apart = (half: SpanPower): boolean =>
        half.whole > 0 &&
        half.whole >= frame.whole &&
        half.whole < QUIET_SHARE * passage.whole &&
        half.frames >= delayFrames / 2
      const quiet = frame.whole * ring.length <= passage.whole
      const judged = [passage, ...(quiet ? [earlier, later].filter(apart) : [])]
      const presences = judged.map(presenceIn)
      return {
        drums: Math.max(...presences.map((presence) => presence.drums)),
        bass: Math.max(...presences.map((presence) => presence.bass)),
      }
    },
  }
}
