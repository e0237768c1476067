/** Confidence of the beat from which a tempo counts. Sound without music reached 0.28 in `lab/tags/measure-music.ts`. */
const CERTAIN_BEAT = 0.3

/**
 * Returns a tempo that is certain enough to be put into words and to count in moods, BPM; 0 otherwise. Below, the tempo of
 * a piece without a pulse is chance and may change with its playback level.
 */
export const certainTempo = ({
  tempoBpm,
  beatConfidence,
}: {
  readonly tempoBpm: number
  readonly beatConfidence: number
}): number => (beatConfidence >= CERTAIN_BEAT ? tempoBpm : 0)
