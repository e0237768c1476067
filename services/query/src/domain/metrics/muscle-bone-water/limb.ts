/**
 * Returns the limb girth without its fat layer, cm: girth − π·fold. The fold in mm is a double layer (Jelliffe 1966).
 */
export const correctedGirthCm = (girthCm: number, skinfoldMm: number): number =>
  girthCm - (Math.PI * skinfoldMm) / 10

/** Returns the area of a circle with the given girth, cm². */
export const girthAreaCm2 = (girthCm: number): number => girthCm ** 2 / (4 * Math.PI)

/** Bone allowance of the arm, cm², taken off by Heymsfield et al. 1982: 10 in men, 6.5 in women. */
export const ARM_BONE_CM2 = { male: 10, female: 6.5 } as const

/**
 * Message for a fold thicker than the limb. Without this check, a negative girth would be squared and count as muscle.
 */
export const NO_MUSCLE_LEFT = 'the skinfold leaves no muscle in this girth'
