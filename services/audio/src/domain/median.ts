const ascending = (a: number, b: number): number => a - b

/** Returns the median, the upper one of two middle values; 0 for an empty list. */
export const median = (values: readonly number[]): number =>
  values.toSorted(ascending)[values.length >> 1] ?? 0
