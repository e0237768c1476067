/** Texts of the first screen. */
export const TEXT = { title: 'What does this track do?' } as const
