import type { InputName } from '../metrics/inputs.ts'

export const LOINC = 'http://loinc.org'
export const UCUM = 'http://unitsofmeasure.org'
/** Codes of metrics that LOINC has no term for. */
export const OWN_SYSTEM = 'urn:assay:query:metric'

/**
 * LOINC terms of the measurements that are read. This material contains content from LOINC (loinc.org), © Regenstrief
 * Institute, used under its licence.
 */
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

/** LOINC terms with which the measurements of a visit are written. */
export const LOINC_OF_VISIT = {
  weightKg: { code: '29463-7', display: 'Body weight' },
  heightCm: { code: '8302-2', display: 'Body height' },
  headCm: { code: '9843-4', display: 'Head Occipital-frontal circumference' },
} as const satisfies Partial<Record<InputName, { readonly code: string; readonly display: string }>>

/** Position of the person, for LOINC terms that name it. */
export const POSITION_OF_LOINC: ReadonlyMap<string, 'lying' | 'standing'> = new Map([
  ['8306-3', 'lying'],
  ['8308-9', 'standing'],
])

/** LOINC terms of the metrics that are written. */
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
