import type { EquationCard } from './card.ts'

/**
 * Formats a number with its unit, rounded to the card's decimals: "24.7 kg/m²". Classes are computed from the unrounded
 * value.
 */
export function formatMetric(card: EquationCard, value: number): string {
  const rounded = value.toFixed(card.decimals)
  const plain = Number(rounded) === 0 ? (0).toFixed(card.decimals) : rounded
  return card.unit === '' ? plain : `${plain} ${card.unit}`
}
