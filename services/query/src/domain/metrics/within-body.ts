import { type NoValue, noValue } from './card.ts'

/** Returns a mass in kg if it is below the body weight; otherwise no value. */
export const withinBody = (massKg: number, weightKg: number): number | NoValue =>
  massKg < weightKg ? massKg : noValue('the equation gives more than the body weight')
