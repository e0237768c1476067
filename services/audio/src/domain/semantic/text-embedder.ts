/** Turns texts into unit vectors whose inner product says how near their meanings are. */
export interface TextEmbedder {
  /** One unit vector per text, in order; the same text always gives the same vector. */
  embed(texts: readonly string[]): Promise<Float32Array[]>
  readonly dimensions: number
  /** Names the model; vectors of different models must never be compared. */
  readonly model: string
}
