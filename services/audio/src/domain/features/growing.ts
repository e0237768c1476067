/** Typed array that grows by half its size as rows of fixed width are appended. */
export interface Growing<T extends Float32Array | Uint16Array> {
  /** Appends a zeroed row. Returns the array and the start of the row. */
  addRow(): { array: T; at: number }
  /** Returns the filled part, without a copy. */
  view(): T
}

/** Creates a growing array of rows; `expectedRows` avoids copies when the length is known. */
export function growing<T extends Float32Array | Uint16Array>(
  make: (length: number) => T,
  width: number,
  expectedRows: number,
): Growing<T> {
  let array = make(Math.max(64, expectedRows) * width)
  let count = 0
  return {
    addRow() {
      if ((count + 1) * width > array.length) {
        const grown = make(Math.ceil((array.length / width) * 1.5 + 64) * width)
        grown.set(array)
        array = grown
      }
      return { array, at: count++ * width }
    },
    view: () => array.subarray(0, count * width) as T,
  }
}
