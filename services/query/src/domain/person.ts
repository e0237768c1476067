export const SEXES = ['male', 'female'] as const
export type Sex = (typeof SEXES)[number]

/** How stature was taken: WHO standards hold length (lying) below 731 days and height (standing) from there. */
export const POSITIONS = ['lying', 'standing'] as const
export type Position = (typeof POSITIONS)[number]
