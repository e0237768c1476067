/** Converts texts to unit vectors whose inner product measures the similarity of their meanings. */
export interface TextEmbedder {
  /** Returns one unit vector per text, in order; the same text always gives the same vector. */
  embed(texts: readonly string[]): Promise<Float32Array[]>
  readonly dimensions: number
  /** Name of the model; vectors of different models must never be compared. */
  readonly model: string
}
