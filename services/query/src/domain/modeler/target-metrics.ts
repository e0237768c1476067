/** The metric and the input of a target such as "a BMI of 22". */
export const TARGET_METRICS: Readonly<
  Record<string, { readonly metric: string; readonly input: 'weightKg' | 'waistCm' }>
> = {
  bmi: { metric: 'bmi', input: 'weightKg' },
  whtr: { metric: 'waist_to_height_ratio', input: 'waistCm' },
  whr: { metric: 'waist_to_hip_ratio', input: 'waistCm' },
  ffmi: { metric: 'fat_free_mass_index', input: 'weightKg' },
}
