/** Returns the body fat in % of a body density in g/cm³ (Siri 1961). */
export const siri = (density: number): number => 495 / density - 450

/** Returns the body fat in % of a body density in g/cm³ (Brožek et al. 1963). */
export const brozek = (density: number): number => 457 / density - 414.2
