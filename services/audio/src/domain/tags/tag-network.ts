/** Frames of a patch: 3 seconds. */
export const PATCH_FRAMES = 187
/** Mel bands of a frame. */
export const MEL_BANDS = 96
/** Numbers of an embedding. */
export const EMBEDDING_SIZE = 200

/** What a network answers for one patch. */
interface PatchAnswer {
  /** Probability of each tag, 0 to 1, in the order of the network's labels. */
  readonly probabilities: Float32Array
  /** Last layer before the tags, `EMBEDDING_SIZE` numbers. */
  readonly embedding: Float32Array
}

/**
 * Network that tags three seconds of audio (Pons and Serra, musicnn: pre-trained convolutional neural networks for music
 * audio tagging, 2019). Provided by an adapter, because its weights are in a file.
 */
export interface TagNetwork {
  readonly labels: readonly string[]
  /** Takes `PATCH_FRAMES` rows of `MEL_BANDS` logarithmic levels. */
  tag(patch: Float32Array): PatchAnswer
}
