/** Times and levels are measured to about a millisecond and a hundredth; more digits would only look exact. */
export const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals))
