/** True peak below which a file is not music that was turned down, but the noise of a recorder. */
const LEAST_PEAK_DBTP = -40

/**
 * Returns the level to which others are compared, dB: the true peak of the track, so that a track that is turned down
 * gives the same answers; 0 when the peak is unknown or that of a noise.
 */
export const referencePeakDb = (truePeakDbtp: number | null): number =>
  truePeakDbtp === null || truePeakDbtp < LEAST_PEAK_DBTP ? 0 : truePeakDbtp
