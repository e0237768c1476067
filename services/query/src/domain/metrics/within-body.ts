import { type NoValue, noValue } from './card.ts'

/** A part of the body weighs less than the body: a mass in kg at or above the weight is no mass. */
export const withinBody = (massKg: number, weightKg: number): number | NoValue =>
  massKg < weightKg ? massKg : noValue('the equation gives more than the whole weight')
