const ascending = (a: number, b: number): number => a - b

/** Middle value, the upper one of two; 0 of nothing. */
export const median = (values: readonly number[]): number =>
  values.toSorted(ascending)[values.length >> 1] ?? 0
