/** What a list of tracks can be sorted by. */
export const TRACK_ORDERS = [
  'added',
  'title',
  'artist',
  'tempo',
  'key',
  'energy',
  'mood',
  'duration',
] as const
/** What a list of tracks is sorted by. */
export type TrackOrder = (typeof TRACK_ORDERS)[number]
