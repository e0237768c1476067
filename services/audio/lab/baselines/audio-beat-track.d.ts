declare module '@audio/beat-track' {
  /** The package's own types are not reachable through its exports. */
  export default function beatTrack(
    data: Float32Array,
    options: { fs: number },
  ): { beats: Float64Array; bpm: number; confidence: number }
}
