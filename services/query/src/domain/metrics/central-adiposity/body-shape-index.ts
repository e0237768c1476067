import { type Citation, defineCard, SIGNED } from '../card.ts'
import type { Sex } from '../inputs.ts'
import { bodyMassIndex } from '../size/body-mass-index.ts'
import { NOT_IN_PREGNANCY } from '../suppressions.ts'

const KRAKAUER_2012: Citation = {
  authors: 'Krakauer NY, Krakauer JC',
  year: 2012,
  journal: 'PLoS ONE 7:e39504',
  title: 'A new body shape index predicts mortality hazard independently of body mass index',
  doi: '10.1371/journal.pone.0039504',
}

/**
 * Smoothed mean and standard deviation of ABSI by whole year of age, 18 to 85 and above, in units of 1e-5
 * (NHANES 1999–2004; Krakauer & Krakauer 2012, PLoS ONE 7:e39504, supporting table).
 */
const read = (text: string): readonly number[] => text.split(' ').map((figure) => Number(figure) / 1e5)
const MEANS: Readonly<Record<Sex, readonly number[]>> = {
  male: read(
    '7702 7711 7728 7750 7777 7804 7831 7858 7882 7904 7922 7938 7951 7963 7975 7988 8000 8013 8027 8042 8057 8072 8087 8102 8117 8132 8148 8165 8183 8201 8221 8240 8260 8279 8297 8315 8334 8352 8369 8386 8403 8419 8436 8454 8471 8489 8506 8522 8537 8551 8565 8578 8591 8604 8616 8629 8641 8653 8665 8675 8685 8695 8705 8714 8723 8732 8742 8811',
  ),
  female: read(
    '7775 7765 7757 7750 7744 7740 7737 7735 7734 7735 7736 7739 7743 7747 7752 7759 7766 7773 7782 7790 7800 7810 7820 7831 7842 7854 7866 7879 7892 7905 7919 7933 7947 7962 7977 7992 8007 8023 8039 8055 8072 8088 8105 8122 8139 8156 8174 8191 8208 8226 8243 8261 8278 8296 8313 8330 8346 8363 8380 8396 8412 8428 8444 8460 8476 8492 8508 8533',
  ),
}
const DEVIATIONS: Readonly<Record<Sex, readonly number[]>> = {
  male: read(
    '378 378 377 377 377 376 376 376 375 375 374 374 374 373 373 373 372 372 371 371 371 370 370 370 369 369 368 368 368 367 367 367 366 366 365 365 365 364 364 364 363 363 362 362 362 361 361 360 360 360 359 359 359 358 358 357 357 357 356 356 355 355 355 354 354 354 353 356',
  ),
  female: read(
    '408 411 414 416 419 422 424 427 429 432 435 437 440 442 445 447 450 452 454 457 459 462 464 466 469 471 473 476 478 480 483 485 487 489 492 494 496 498 501 503 505 507 509 511 514 516 518 520 522 524 526 528 530 533 535 537 539 541 543 545 547 549 551 553 555 557 559 528',
  ),
}

/** Mean and SD of ABSI at an adult age in years (whole years, 85 stands for all above). */
function absiReference(sex: Sex, ageYears: number): { readonly mean: number; readonly sd: number } {
  const row = Math.min(85, Math.max(18, Math.floor(ageYears))) - 18
  return { mean: MEANS[sex][row]!, sd: DEVIATIONS[sex][row]! }
}

/** A body shape index, m^(11/6)·kg^(−2/3): waist made independent of BMI and height (Krakauer & Krakauer 2012). */
const bodyShapeIndex = (waistCm: number, weightKg: number, heightCm: number): number =>
  waistCm / 100 / (bodyMassIndex(weightKg, heightCm) ** (2 / 3) * Math.sqrt(heightCm / 100))

const BODY_SHAPE = {
  category: 'central_adiposity',
  quantity: 'body_shape_index',
  appliesTo: 'adult',
  suppressions: NOT_IN_PREGNANCY,
} as const

/** A body shape index (Krakauer & Krakauer 2012). */
export const absi = defineCard({
  ...BODY_SHAPE,
  id: 'absi',
  name: 'A body shape index',
  required: ['waistCm', 'weightKg', 'heightCm'],
  unit: 'm^(11/6)·kg^(−2/3)',
  decimals: 5,
  formula: 'waist / (BMI^(2/3) · √height)  (m, kg/m²)',
  citation: KRAKAUER_2012,
  compute: ({ waistCm, weightKg, heightCm }) => bodyShapeIndex(waistCm, weightKg, heightCm),
})

/** The same as a z-score of age and sex. */
export const absiZ = defineCard({
  ...BODY_SHAPE,
  id: 'absi_z',
  name: 'A body shape index, z-score',
  required: ['sex', 'ageYears', 'waistCm', 'weightKg', 'heightCm'],
  unit: 'SD',
  decimals: 2,
  formula: '(ABSI − mean) / SD of the same age and sex (NHANES 1999–2004)',
  citation: KRAKAUER_2012,
  classes: [
    {
      system: 'Krakauer 2012 quintiles of risk',
      citation: KRAKAUER_2012,
      minAgeYears: 18,
      bands: [
        { from: Number.NEGATIVE_INFINITY, label: 'very low risk' },
        { from: -0.868, label: 'low risk' },
        { from: -0.272, label: 'average risk' },
        { from: 0.229, label: 'high risk' },
        { from: 0.798, label: 'very high risk' },
      ],
    },
  ],
  possible: SIGNED,
  compute: ({ sex, ageYears, waistCm, weightKg, heightCm }) => {
    const { mean, sd } = absiReference(sex, ageYears)
    return (bodyShapeIndex(waistCm, weightKg, heightCm) - mean) / sd
  },
})
