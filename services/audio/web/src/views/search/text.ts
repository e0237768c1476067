/** Texts of this view. */
export const TEXT = { title: 'Search' } as const
