/** A typed array that grows by half its size as values are appended in rows of fixed width. */
export interface Growing<T extends Float32Array | Uint16Array> {
  /** Room for one more row; answers the array and where the row starts. Rows start zeroed. */
  addRow(): { array: T; at: number }
  /** The filled part, without a copy. */
  view(): T
}

/** Make a growing array of rows; `expectedRows` saves copies when the length is known beforehand. */
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
