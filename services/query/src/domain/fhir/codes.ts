import type { InputName } from '../metrics/inputs.ts'

export const LOINC = 'http://loinc.org'
export const UCUM = 'http://unitsofmeasure.org'
/** Codes of metrics that LOINC has no term for. */
export const OWN_SYSTEM = 'urn:assay:query:metric'

/** LOINC terms of measurements that we take in. This material contains content from LOINC (loinc.org), © Regenstrief Institute, used under its licence. */
export const INPUT_OF_LOINC: ReadonlyMap<string, InputName> = new Map<string, InputName>([
  ['29463-7', 'weightKg'], // Body weight
  ['3141-9', 'weightKg'], // Body weight measured
  ['8302-2', 'heightCm'], // Body height
  ['8306-3', 'heightCm'], // Body height --lying
  ['8308-9', 'heightCm'], // Body height --standing
  ['8280-0', 'waistCm'], // Waist circumference at umbilicus by tape measure
  ['56086-2', 'waistCm'], // Adult waist circumference protocol
  ['62409-8', 'hipCm'], // Hip circumference protocol
  ['56074-8', 'neckCm'], // Circumference neck
  ['9843-4', 'headCm'], // Head occipital-frontal circumference
  ['56072-2', 'muacCm'], // Circumference mid upper arm
  ['41982-0', 'bodyFatPercent'], // Percentage of body fat measured
])

/** How stature was taken, where the LOINC term says so. */
export const POSITION_OF_LOINC: ReadonlyMap<string, 'lying' | 'standing'> = new Map([
  ['8306-3', 'lying'],
  ['8308-9', 'standing'],
])

/** LOINC terms of metrics that we give out. */
export const LOINC_OF_METRIC: Readonly<Record<string, { readonly code: string; readonly display: string }>> =
  {
    bmi: { code: '39156-5', display: 'Body mass index (BMI) [Ratio]' },
    bsa_mosteller: { code: '3140-1', display: 'Body surface area Derived from formula' },
    bsa_du_bois: { code: '3140-1', display: 'Body surface area Derived from formula' },
    bsa_haycock: { code: '3140-1', display: 'Body surface area Derived from formula' },
    cdc_bmi_for_age_extended_centile: {
      code: '59576-9',
      display: 'Body mass index (BMI) [Percentile] Per age and sex',
    },
  }

/** UCUM codes of our units; a unit that UCUM cannot say travels as text only. */
export const UCUM_OF_UNIT: Readonly<Record<string, string>> = {
  'kg/m²': 'kg/m2',
  'm²': 'm2',
  kg: 'kg',
  cm: 'cm',
  mm: 'mm',
  '%': '%',
  L: 'L',
  'kcal/day': 'kcal/d',
  'cm²': 'cm2',
  years: 'a',
  SD: '{Zscore}',
  centile: '{percentile}',
  'beats/min': '/min',
  'mL/kg/min': 'mL/kg/min',
  '': '1',
}

/** How many canonical units one UCUM unit is, by dimension: kilograms, centimetres, percent. */
export const CANONICAL_OF_UCUM: Readonly<
  Record<string, { readonly dimension: 'mass' | 'length' | 'share'; readonly factor: number }>
> = {
  kg: { dimension: 'mass', factor: 1 },
  g: { dimension: 'mass', factor: 1e-3 },
  '[lb_av]': { dimension: 'mass', factor: 0.45359237 },
  '[oz_av]': { dimension: 'mass', factor: 0.028349523125 },
  cm: { dimension: 'length', factor: 1 },
  m: { dimension: 'length', factor: 100 },
  mm: { dimension: 'length', factor: 0.1 },
  '[in_i]': { dimension: 'length', factor: 2.54 },
  '[ft_i]': { dimension: 'length', factor: 30.48 },
  '%': { dimension: 'share', factor: 1 },
}
