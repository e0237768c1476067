/** Texts of this view. */
export const TEXT = { title: 'Jobs' } as const
