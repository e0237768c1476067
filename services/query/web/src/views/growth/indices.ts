/** Indices that have a chart. */
export const INDICES = [
  'weight_for_age',
  'length_height_for_age',
  'bmi_for_age',
  'head_circumference_for_age',
  'weight_for_length',
  'weight_for_height',
] as const
export type Index = (typeof INDICES)[number]
