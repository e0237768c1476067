/**
 * Rounds a number for output. Times and levels are accurate to about a millisecond and a hundredth; more digits would
 * be misleading.
 */
export const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals))
