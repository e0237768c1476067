/** What is asked of a hit. */
interface Likely {
  readonly timeSeconds: number
  /** 0 to 1. */
  readonly confidence: number
}

/** A hit this likely is a clear one. */
const CLEAR_CONFIDENCE = 0.8
/** How far around a hit the clear ones are counted. */
const REACH_SECONDS = 30
/**
 * Drums play where clear hits come at least this often. A kit that the model has not heard is seldom clear, so this leaves
 * room: pieces with drums have 83 a minute and more (tuning half) and 91 (the same pieces with csound-soundfont), without
 * their drum stem at most 42, all but one below this (tuning half), and up to 197, half of them below this (csound).
 */
const LEAST_CLEAR_PER_MINUTE = 30
const LEAST_CLEAR = 2

/**
 * Hits (sorted by time) without those of passages in which no drums play: a piano or a guitar is now and then taken for
 * a drum, but hardly ever with certainty, while a drum kit is heard clearly at least now and then. A track without
 * drums has no hits. Counted within 30 s of every hit, so that a long mix is judged passage by passage.
 */
export function ofPlayingPassages<Hit extends Likely>(hits: readonly Hit[], durationSeconds: number): Hit[] {
  const clear = hits.filter((hit) => hit.confidence > CLEAR_CONFIDENCE).map((hit) => hit.timeSeconds)
  let from = 0
  let to = 0
  return hits.filter(({ timeSeconds }) => {
    const start = Math.max(0, timeSeconds - REACH_SECONDS)
    const end = Math.min(durationSeconds, timeSeconds + REACH_SECONDS)
    while (from < clear.length && clear[from]! < start) from++
    while (to < clear.length && clear[to]! <= end) to++
    return to - from >= Math.max(LEAST_CLEAR, (LEAST_CLEAR_PER_MINUTE * (end - start)) / 60)
  })
}
