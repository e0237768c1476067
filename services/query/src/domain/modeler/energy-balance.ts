import type { Sex } from '../person.ts'
import { UNITS } from '../units.ts'

/**
 * Body-weight model of Hall et al. 2011 (Lancet 378:826–837) with the body-composition dynamics of Chow & Hall 2008
 * (PLoS Comput Biol 4:e1000045). Energies in kcal (the papers use kJ; 1 kcal = 4.184 kJ), masses in kg, time in days.
 */
const KCAL_PER_KJ = UNITS.kilojoule.factor
/** Energy densities of glycogen, fat and lean tissue, kcal/kg (17.6, 39.5 and 7.6 MJ/kg). */
const RHO_G = 17_600 * KCAL_PER_KJ
const RHO_F = 39_500 * KCAL_PER_KJ
const RHO_L = 7_600 * KCAL_PER_KJ
/** Resting expenditure of fat and lean tissue, kcal/kg/day (13 and 92 kJ). */
const GAMMA_F = 13 * KCAL_PER_KJ
const GAMMA_L = 92 * KCAL_PER_KJ
/** Cost of depositing fat and lean tissue, kcal/kg (750 and 960 kJ). */
const ETA_F = 750 * KCAL_PER_KJ
const ETA_L = 960 * KCAL_PER_KJ
/** Thermic effect of food and adaptive thermogenesis as shares of the change of intake; its time constant in days. */
const BETA_TEF = 0.1
const BETA_AT = 0.14
const TAU_AT_DAYS = 14
/** Sodium per litre of extracellular fluid (mg/L), its renal gain (mg/L/day) and that of carbohydrate (mg/day). */
const SODIUM_MG_PER_L = 3220
const XI_NA = 3000
const XI_CI = 4000
/** Forbes' constant: fat mass in kg at which half of the energy change is lean, scaled by the energy densities. */
const FORBES_KG = 10.4 * (RHO_L / RHO_F)
/** Glycogen at the start, kg, and the water bound to a kilogram of it. */
const GLYCOGEN_START_KG = 0.5
const WATER_PER_GLYCOGEN = 2.7

/** Who is modelled: an adult in energy balance at the start. */
export type ModelledPerson = {
  readonly sex: Sex
  readonly ageYears: number
  readonly heightCm: number
  readonly weightKg: number
  /** Total over resting energy before the change; 1.4 sedentary to 2.4. */
  readonly physicalActivityLevel: number
  /** Where the activity level comes from; `assumed` when nothing was said. */
  readonly activityFrom?: 'given' | 'class' | 'assumed'
  /** Measured fat mass in kg. Default: estimated from BMI and age (Jackson et al. 2002). */
  readonly fatMassKg?: number
}

/** What changes from day 0 on. */
export type Regime = {
  /** Change of energy intake against the intake that kept the weight, kcal/day, by day from the start. */
  readonly intakeChangeKcal: (day: number) => number
  /** Change of sodium intake, mg/day. Default: 0. */
  readonly sodiumChangeMg?: number
  /** Share of energy from carbohydrate, before and after. Default: 0.5. */
  readonly carbohydrateShare?: number
}

export type BodyState = {
  readonly day: number
  readonly weightKg: number
  readonly fatKg: number
  readonly leanKg: number
  readonly intakeKcal: number
  readonly expenditureKcal: number
}

/** Constants of one person, fixed by the state of balance at the start. */
export type Baseline = {
  readonly restingKcal: number
  readonly intakeKcal: number
  readonly fatKg: number
  readonly leanKg: number
  readonly fluidKg: number
  readonly activityKcalPerKg: number
  readonly constantKcal: number
}

/** Fat mass in kg from BMI, age and sex (Jackson et al. 2002, Int J Obes 26:789–796), as used by Hall et al. 2011. */
function initialFatKg(person: ModelledPerson): number {
  const logBmi = Math.log(person.weightKg / (person.heightCm / 100) ** 2)
  const percent =
    person.sex === 'male'
      ? 0.14 * person.ageYears + 37.31 * logBmi - 103.94
      : 0.14 * person.ageYears + 39.96 * logBmi - 102.01
  return (person.weightKg * percent) / 100
}

/** Extracellular fluid in kg (Silva et al. 2007), as used by Hall et al. 2011. */
function initialFluidKg({ sex, ageYears, heightCm, weightKg }: ModelledPerson): number {
  const heightM = heightCm / 100
  return sex === 'male'
    ? 0.025 * ageYears + 9.57 * heightM + 0.191 * weightKg - 12.4
    : 5.98 * heightM + 0.167 * weightKg - 4
}

/**
 * Returns the state of balance before the change: resting energy by Mifflin–St Jeor (1990, full coefficients) times
 * PAL.
 */
export function baselineOf(person: ModelledPerson): Baseline {
  const { sex, ageYears, heightCm, weightKg, physicalActivityLevel: pal } = person
  const restingKcal = 9.99 * weightKg + 6.25 * heightCm - 4.92 * ageYears + (sex === 'male' ? 5 : -161)
  const intakeKcal = restingKcal * pal
  const fatKg = person.fatMassKg ?? initialFatKg(person)
  const fluidKg = initialFluidKg(person)
  const leanKg = weightKg - fatKg - fluidKg - (1 + WATER_PER_GLYCOGEN) * GLYCOGEN_START_KG
  const activityKcalPerKg = (((1 - BETA_TEF) * pal - 1) * restingKcal) / weightKg
  const constantKcal = intakeKcal - GAMMA_L * leanKg - GAMMA_F * fatKg - activityKcalPerKg * weightKg
  return { restingKcal, intakeKcal, fatKg, leanKg, fluidKg, activityKcalPerKg, constantKcal }
}

/** State of the four differential equations, in this order: glycogen (kg), fluid (kg), adaptive (kcal), lean (kg). */
type State = Float64Array
const [GLYCOGEN, FLUID, ADAPTIVE, LEAN] = [0, 1, 2, 3] as const

/** Forbes: fat follows lean along an exponential (Forbes 1987; Chow & Hall 2008). */
const fatOf = (base: Baseline, leanKg: number): number =>
  base.fatKg * Math.exp((RHO_L * (leanKg - base.leanKg)) / (RHO_F * FORBES_KG))

const weightOf = (s: State, fatKg: number): number =>
  s[LEAN]! + fatKg + s[FLUID]! + (1 + WATER_PER_GLYCOGEN) * s[GLYCOGEN]!

/** Energy spent in a day but for the cost of building tissue, kcal. */
const spentKcal = (base: Baseline, s: State, fatKg: number, changeKcal: number): number =>
  base.constantKcal +
  GAMMA_L * s[LEAN]! +
  GAMMA_F * fatKg +
  base.activityKcalPerKg * weightOf(s, fatKg) +
  BETA_TEF * changeKcal +
  s[ADAPTIVE]!

/** Writes the time derivatives at a state under a change of intake into `out`, per day. */
function derive(base: Baseline, s: State, changeKcal: number, regime: Regime, out: State): void {
  const share = regime.carbohydrateShare ?? 0.5
  const carbohydrateStart = share * base.intakeKcal
  const carbohydrate = share * (base.intakeKcal + changeKcal)
  const glycogen = (carbohydrate - carbohydrateStart * (s[GLYCOGEN]! / GLYCOGEN_START_KG) ** 2) / RHO_G
  const fatKg = fatOf(base, s[LEAN]!)
  const stored = base.intakeKcal + changeKcal - spentKcal(base, s, fatKg, changeKcal) - RHO_G * glycogen
  out[GLYCOGEN] = glycogen
  out[FLUID] =
    ((regime.sodiumChangeMg ?? 0) -
      XI_NA * (s[FLUID]! - base.fluidKg) -
      XI_CI * (1 - carbohydrate / carbohydrateStart)) /
    SODIUM_MG_PER_L
  out[ADAPTIVE] = (BETA_AT * changeKcal - s[ADAPTIVE]!) / TAU_AT_DAYS
  out[LEAN] = (FORBES_KG * stored) / RHO_L / ((1 + ETA_L / RHO_L) * FORBES_KG + (1 + ETA_F / RHO_F) * fatKg)
}

/** Step of the integration in days (classical Runge–Kutta of fourth order; halving it moves no weight by 10 g). */
const STEP_DAYS = 0.5

/** Advances a state by one day, in place; the scratch arrays spare an allocation at every step. */
function advanceDay(
  base: Baseline,
  s: State,
  changeKcal: number,
  regime: Regime,
  scratch: readonly State[],
): void {
  const [k1, k2, k3, k4, at] = scratch as readonly [State, State, State, State, State]
  for (let part = 0; part < 1 / STEP_DAYS; part++) {
    derive(base, s, changeKcal, regime, k1)
    for (let i = 0; i < 4; i++) at[i] = s[i]! + (STEP_DAYS / 2) * k1[i]!
    derive(base, at, changeKcal, regime, k2)
    for (let i = 0; i < 4; i++) at[i] = s[i]! + (STEP_DAYS / 2) * k2[i]!
    derive(base, at, changeKcal, regime, k3)
    for (let i = 0; i < 4; i++) at[i] = s[i]! + STEP_DAYS * k3[i]!
    derive(base, at, changeKcal, regime, k4)
    for (let i = 0; i < 4; i++) s[i] = s[i]! + (STEP_DAYS / 6) * (k1[i]! + 2 * k2[i]! + 2 * k3[i]! + k4[i]!)
  }
}

/**
 * Computes daily weight, fat and lean mass over `days` days under a regime (Hall et al. 2011). Stops early with the
 * last possible state when no fat or lean mass would be left.
 */
export function simulateWeight(person: ModelledPerson, regime: Regime, days: number): readonly BodyState[] {
  const base = baselineOf(person)
  const s: State = Float64Array.of(GLYCOGEN_START_KG, base.fluidKg, 0, base.leanKg)
  const scratch = Array.from({ length: 5 }, () => new Float64Array(4))
  const states: BodyState[] = [report(base, s, 0, regime.intakeChangeKcal(0))]
  for (let day = 0; day < days; day++) {
    advanceDay(base, s, regime.intakeChangeKcal(day), regime, scratch)
    const fatKg = fatOf(base, s[LEAN]!)
    if (!(s[LEAN]! > 0 && fatKg > ESSENTIAL_FAT_SHARE * weightOf(s, fatKg))) break
    states.push(report(base, s, day + 1, regime.intakeChangeKcal(day + 1)))
  }
  return states
}

/** Essential fat of the reference man, 3 % of weight (Behnke & Wilmore 1974). The model goes no lower. */
export const ESSENTIAL_FAT_SHARE = 0.03

function report(base: Baseline, s: State, day: number, changeKcal: number): BodyState {
  const fatKg = fatOf(base, s[LEAN]!)
  return {
    day,
    weightKg: weightOf(s, fatKg),
    fatKg,
    leanKg: s[LEAN]!,
    intakeKcal: base.intakeKcal + changeKcal,
    expenditureKcal: spentKcal(base, s, fatKg, changeKcal),
  }
}

/**
 * Returns the intake in kcal/day that keeps a weight constant: the steady state of the model, with fat and lean mass
 * from Forbes' curve at that weight (Hall et al. 2011).
 */
export function maintenanceKcal(person: ModelledPerson, targetKg: number, sodiumChangeMg = 0): number {
  const base = baselineOf(person)
  const settled = (changeKcal: number): number => {
    const ratio = 1 + changeKcal / base.intakeKcal
    const glycogenKg = GLYCOGEN_START_KG * Math.sqrt(Math.max(0, ratio))
    const fluidKg = base.fluidKg + (sodiumChangeMg - XI_CI * (1 - ratio)) / XI_NA
    const solidKg = targetKg - fluidKg - (1 + WATER_PER_GLYCOGEN) * glycogenKg
    let leanKg = Math.min(solidKg, base.leanKg)
    for (let i = 0; i < 60; i++) {
      const fatKg = fatOf(base, leanKg)
      const slope = 1 + (fatKg * RHO_L) / (RHO_F * FORBES_KG)
      leanKg -= (leanKg + fatKg - solidKg) / slope
    }
    const spent =
      base.constantKcal +
      GAMMA_L * leanKg +
      GAMMA_F * fatOf(base, leanKg) +
      base.activityKcalPerKg * targetKg +
      (BETA_TEF + BETA_AT) * changeKcal
    return spent - base.intakeKcal - changeKcal
  }
  let low = -base.intakeKcal
  let high = 5 * base.intakeKcal
  for (let i = 0; i < 80; i++) {
    const middle = (low + high) / 2
    if (settled(middle) > 0) low = middle
    else high = middle
  }
  return base.intakeKcal + (low + high) / 2
}
