import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UNITS } from '../units.ts'
import { ADULT_AGE_YEARS, computeMetrics } from './compute-metrics.ts'
import { INPUT_NAMES, type InputName, type Inputs, inputSpec } from './inputs.ts'
import { ALL_CARDS, BODY_FAT_PREFERENCE, cardById } from './registry.ts'

/** Any value that the service would accept for an input. */
const anyValue = (name: InputName): fc.Arbitrary<unknown> => {
  const spec = inputSpec(name)
  switch (spec.kind) {
    case 'number':
      return fc.double({ min: spec.min, max: spec.max, noNaN: true })
    case 'choice':
      return fc.constantFrom(...spec.choices)
    case 'flag':
      return fc.boolean()
    case 'date':
      return fc.constant('2001-05-03')
  }
}
/** Age is given in years only, so that its forms cannot contradict one another. */
const names = INPUT_NAMES.filter(
  (name) => inputSpec(name).kind !== 'date' && !['ageMonths', 'ageDays'].includes(name),
)
const anyPerson = fc.record(Object.fromEntries(names.map((name) => [name, anyValue(name)])), {
  requiredKeys: [],
}) as fc.Arbitrary<Inputs>

const adult: Inputs = {
  sex: 'male',
  ageYears: 35,
  weightKg: 82,
  heightCm: 178,
  waistCm: 90,
  hipCm: 101,
  neckCm: 39,
  muacCm: 32,
  flexedArmCm: 34,
  forearmCm: 28,
  wristCm: 17,
  thighCm: 56,
  calfCm: 37,
  humerusBreadthCm: 7,
  femurBreadthCm: 9.6,
  radiusBreadthCm: 5.7,
  sittingHeightCm: 93,
  kneeHeightCm: 53,
  demispanCm: 86,
  ulnaCm: 27,
  upperArmLengthCm: 33,
  forearmLengthCm: 25,
  thighLengthCm: 45,
  tibiaLengthCm: 38,
  tricepsMm: 12,
  bicepsMm: 6,
  subscapularMm: 14,
  suprailiacMm: 16,
  supraspinaleMm: 11,
  abdominalMm: 22,
  thighMm: 15,
  chestMm: 11,
  midaxillaryMm: 13,
  calfMm: 9,
  activityRating: 4,
  activityLevel: 'active',
  physicalActivityLevel: 1.7,
  athlete: true,
}
const metricOf = (inputs: Inputs, id: string): number | undefined =>
  computeMetrics(inputs, { only: new Set([id]) }).computed[0]?.value

describe('every card', () => {
  it('is one of at least 80, with its own snake_case name', () => {
    expect(ALL_CARDS.length).toBeGreaterThanOrEqual(80)
    expect(new Set(ALL_CARDS.map((card) => card.id)).size).toBe(ALL_CARDS.length)
    for (const card of ALL_CARDS) expect(card.id).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/)
    for (const id of BODY_FAT_PREFERENCE) expect(cardById(id)?.category).toBe('body_fat')
  })

  it('fits the two words of the input masks', () => expect(INPUT_NAMES.length).toBeLessThanOrEqual(63))

  it('is cited, has a formula and bands that rise', () => {
    for (const card of ALL_CARDS) {
      expect(card.citation.year).toBeGreaterThan(1800)
      expect(card.formula.length).toBeGreaterThan(5)
      for (const { bands } of card.classes)
        bands.forEach((band, i) => {
          if (i > 0) expect(band.from).toBeGreaterThan(bands[i - 1]!.from)
        })
    }
  })
})

describe('laws over any accepted input', () => {
  it('each metric is either computed or explained; no NaN, no impossible value, no mass above the weight', () =>
    fc.assert(
      fc.property(anyPerson, (person) => {
        const report = computeMetrics(person)
        expect(report.computed.length + report.notComputed.length).toBe(ALL_CARDS.length)
        for (const { value, card } of report.computed) {
          expect(Number.isFinite(value)).toBe(true)
          expect(value).toBeGreaterThan(card.possible.min)
          expect(value).toBeLessThan(card.possible.max)
          if (['lean_mass', 'fat_mass', 'fat_free_mass', 'total_body_water'].includes(card.quantity))
            expect(value).toBeLessThan(person.weightKg ?? Number.POSITIVE_INFINITY)
        }
        for (const { reason, message, missing } of report.notComputed) {
          expect(message.length).toBeGreaterThan(3)
          if (reason === 'missing_input') expect(missing.length).toBeGreaterThan(0)
          for (const name of missing) expect(person[name]).toBeUndefined()
        }
      }),
      { numRuns: 500 },
    ))

  it('adult equations are for adults, growth is for children, and no one has classes of both', () =>
    fc.assert(
      fc.property(anyPerson, fc.double({ min: 0, max: 25, noNaN: true }), (person, ageYears) => {
        const report = computeMetrics({ ...person, ageYears })
        let child = false
        let grown = false
        for (const { card, classes, id } of report.computed) {
          if (card.appliesTo === 'adult') expect(ageYears).toBeGreaterThanOrEqual(ADULT_AGE_YEARS)
          if (card.appliesTo === 'child') expect(ageYears).toBeLessThanOrEqual(20)
          child ||= card.category === 'growth' && classes.length > 0
          grown ||= id === 'bmi' && classes.length > 0
        }
        expect(child && grown).toBe(false)
      }),
      { numRuns: 500 },
    ))

  it('no weight is used after an amputation or in oedema, and nothing predicts from a pregnant waist', () =>
    fc.assert(
      fc.property(anyPerson, (person) => {
        const { missingLimb: _limb, ...whole } = person
        const computed = (extra: Inputs) => computeMetrics({ ...whole, ...extra }).computed
        const used = (extra: Inputs) => new Set(computed(extra).flatMap((metric) => metric.inputsUsed))
        // Two figures say no more than the scales do: the BMI of an adult, without a class, and the gain in pregnancy.
        const plain = new Set(['bmi', 'gestational_weight_gain'])
        const withWeight = (extra: Inputs) =>
          computed(extra).filter((metric) => metric.inputsUsed.includes('weightKg'))
        expect(
          withWeight({ amputation: true }).filter(
            ({ id }) => !plain.has(id) && whole.fatFreeMassKg === undefined,
          ),
        ).toEqual([])
        for (const { id, classes } of withWeight({ oedema: true })) {
          if (whole.fatFreeMassKg === undefined) expect(plain.has(id)).toBe(true)
          expect(classes).toEqual([])
        }
        expect(used({ pregnant: true }).has('waistCm')).toBe(false)
      }),
      { numRuns: 200 },
    ))

  it('is pure: the same person gives the same report', () =>
    fc.assert(
      fc.property(anyPerson, (person) => {
        expect(computeMetrics(person)).toEqual(computeMetrics(person))
      }),
      { numRuns: 50 },
    ))
})

describe('unit invariance', () => {
  const factor: Readonly<Record<string, number>> = {
    cm: UNITS.inch.factor,
    kg: UNITS.pound.factor,
    mm: UNITS.inch.factor / UNITS.mm.factor,
  }
  it('imperial and metric inputs give the same number', () => {
    const imperial = Object.fromEntries(
      Object.entries(adult).map(([name, value]) => {
        const spec = inputSpec(name as InputName)
        const imperial = spec.kind === 'number' ? factor[spec.unit] : undefined
        return [name, imperial === undefined ? value : ((value as number) / imperial) * imperial]
      }),
    ) as Inputs
    const there = computeMetrics(adult).computed
    const back = computeMetrics(imperial).computed
    expect(back.map((m) => m.id)).toEqual(there.map((m) => m.id))
    expect(there.length).toBeGreaterThan(80)
    there.forEach((metric, i) => {
      expect(Math.abs(back[i]!.value - metric.value)).toBeLessThan(1e-9 * Math.max(1, Math.abs(metric.value)))
    })
  })
})

describe('monotone where it must be', () => {
  const rises: readonly [string, InputName][] = [
    ['bmi', 'weightKg'],
    ['new_bmi', 'weightKg'],
    ['ponderal_index', 'weightKg'],
    ['waist_to_height_ratio', 'waistCm'],
    ['waist_to_hip_ratio', 'waistCm'],
    ['absi', 'waistCm'],
    ['absi_z', 'waistCm'],
    ['body_roundness_index', 'waistCm'],
    ['conicity_index', 'waistCm'],
    ['body_adiposity_index', 'hipCm'],
    ['weight_adjusted_waist_index', 'waistCm'],
    ['bsa_mosteller', 'weightKg'],
    ['bsa_du_bois', 'heightCm'],
    ['bsa_haycock', 'weightKg'],
    ['bsa_gehan_george', 'weightKg'],
    ['bsa_boyd', 'weightKg'],
    ['bsa_fujimoto', 'heightCm'],
    ['bsa_takahira', 'weightKg'],
    ['bsa_schlich', 'weightKg'],
    ['bsa_livingston_lee', 'weightKg'],
    ['bsa_shuter_aslani', 'heightCm'],
    ['lean_mass_boer', 'weightKg'],
    ['lean_mass_james', 'weightKg'],
    ['lean_mass_hume', 'weightKg'],
    ['lean_mass_janmahasatian', 'weightKg'],
    ['ideal_weight_devine', 'heightCm'],
    ['ideal_weight_robinson', 'heightCm'],
    ['ideal_weight_miller', 'heightCm'],
    ['ideal_weight_hamwi', 'heightCm'],
    ['body_fat_navy', 'waistCm'],
    ['body_fat_deurenberg', 'weightKg'],
    ['body_fat_gallagher', 'weightKg'],
    ['body_fat_cun_bae', 'weightKg'],
    ['body_fat_relative_fat_mass', 'waistCm'],
    ['body_fat_durnin_womersley_siri', 'bicepsMm'],
    ['body_fat_jackson_pollock_3_siri', 'thighMm'],
    ['body_fat_jackson_pollock_7_brozek', 'chestMm'],
    ['body_fat_evans_7', 'chestMm'],
    ['skeletal_muscle_lee_girths', 'muacCm'],
    ['skeletal_muscle_lee_weight', 'heightCm'],
    ['muscle_mass_martin', 'forearmCm'],
    ['bone_mass_rocha', 'femurBreadthCm'],
    ['total_body_water_watson', 'weightKg'],
    ['blood_volume_nadler', 'heightCm'],
    ['bmr_mifflin_st_jeor', 'weightKg'],
    ['bmr_harris_benedict', 'weightKg'],
    ['bmr_roza_shizgal', 'heightCm'],
    ['bmr_schofield', 'weightKg'],
    ['bmr_henry', 'weightKg'],
    ['bmr_owen', 'weightKg'],
    ['bmr_livingston', 'weightKg'],
    ['energy_requirement_adult', 'weightKg'],
    ['total_energy_by_activity', 'physicalActivityLevel'],
    ['somatotype_endomorphy', 'tricepsMm'],
    ['somatotype_mesomorphy', 'humerusBreadthCm'],
    ['cormic_index', 'sittingHeightCm'],
    ['height_from_knee_height', 'kneeHeightCm'],
    ['height_from_demispan', 'demispanCm'],
    ['height_from_ulna', 'ulnaCm'],
    ['vo2max_jackson_bmi', 'activityRating'],
  ]
  const falls: readonly [string, InputName][] = [
    ['bmi', 'heightCm'],
    ['body_fat_navy', 'neckCm'],
    ['max_heart_rate_tanaka', 'ageYears'],
    ['max_heart_rate_gellish', 'ageYears'],
    ['bmr_mifflin_st_jeor', 'ageYears'],
    ['bmr_livingston', 'ageYears'],
    ['body_density_jackson_pollock_7', 'chestMm'],
    ['vo2max_jackson_fat', 'bodyFatPercent'],
    ['fat_free_mass', 'bodyFatPercent'],
    ['vo2max_jackson_bmi', 'weightKg'],
  ]
  const withFat: Inputs = { ...adult, bodyFatPercent: 18 }
  const check = (id: string, input: InputName, sign: 1 | -1) =>
    fc.assert(
      fc.property(
        fc.constantFrom('male' as const, 'female' as const),
        fc.double({ min: 0.9, max: 1.25, noNaN: true }),
        fc.double({ min: 1.001, max: 1.1, noNaN: true }),
        (sex, scale, more) => {
          const low = (withFat[input] as number) * scale
          const [before, after] = [low, low * more].map((value) =>
            metricOf({ ...withFat, sex, [input]: value }, id),
          )
          if (before === undefined || after === undefined) return
          expect(Math.sign(after - before)).toBe(sign)
        },
      ),
      { numRuns: 40 },
    )
  it.each(rises)('%s rises with %s', (id, input) => {
    expect(metricOf(withFat, id)).toBeDefined()
    check(id, input, 1)
  })
  it.each(falls)('%s falls with %s', (id, input) => {
    expect(metricOf(withFat, id)).toBeDefined()
    check(id, input, -1)
  })
})

describe('traps', () => {
  const why = (inputs: Inputs, id: string) => computeMetrics(inputs, { only: new Set([id]) }).notComputed[0]
  it('James turns over: a woman of 160 cm and 200 kg has no negative lean mass', () =>
    expect(why({ sex: 'female', heightCm: 160, weightKg: 200 }, 'lean_mass_james')?.message).toMatch(
      /turning point/,
    ))
  it('ideal weights are not defined below 152.4 cm', () =>
    expect(why({ sex: 'female', heightCm: 150 }, 'ideal_weight_devine')?.reason).toBe('outside_limits'))
  it('Navy needs a waist above the neck, and the hip in women', () => {
    expect(why({ ...adult, waistCm: 38, neckCm: 39 }, 'body_fat_navy')?.reason).toBe('no_value')
    const { hipCm: _, ...noHip } = adult
    expect(why({ ...noHip, sex: 'female' }, 'body_fat_navy')?.missing).toEqual(['hipCm'])
  })
  it('Jackson–Pollock stops where its quadratic turns', () =>
    expect(
      why({ ...adult, chestMm: 100, abdominalMm: 100, thighMm: 100 }, 'body_fat_jackson_pollock_3_siri')
        ?.message,
    ).toMatch(/turning point/))
  it('a fold thicker than the limb leaves no muscle to square', () => {
    for (const id of ['skeletal_muscle_lee_girths', 'muscle_mass_martin', 'arm_muscle_area'])
      expect(why({ ...adult, muacCm: 10, tricepsMm: 60, calfCm: 12, calfMm: 60 }, id)?.message).toMatch(
        /no muscle/,
      )
  })
  it('body fat that was not measured is estimated and said to be', () => {
    const metric = computeMetrics(adult, { only: new Set(['fat_mass_index']) }).computed[0]!
    expect(metric.notes).toContain('body fat not measured: estimated by body_fat_jackson_pollock_7_siri')
    expect(
      computeMetrics({ ...adult, bodyFatPercent: 20 }, { only: new Set(['fat_mass_index']) }).computed[0]!
        .notes,
    ).toEqual([])
  })
  it('a flagged z-score is remarked upon', () => {
    const metric = computeMetrics(
      { sex: 'male', ageDays: 400, weightKg: 40 },
      { only: new Set(['weight_for_age_z']) },
    ).computed[0]!
    expect(metric.notes[0]).toMatch(/flagged/)
  })
  it('a complete somatotype has its category', () =>
    expect(computeMetrics(adult, { only: new Set(['somatochart_x']) }).computed[0]?.classes[0]?.label).toBe(
      'endomorphic mesomorph',
    ))
})
