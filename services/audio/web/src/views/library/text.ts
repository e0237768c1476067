/** Texts of this view. */
export const TEXT = { title: 'Library' } as const
