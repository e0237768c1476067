import { describe, expect, it } from 'vitest'
import { isCalibrated } from '../inference/calibrated.ts'
import { type LearnedModel, untrainedModel } from '../inference/learned-model.ts'
import { judgeFit } from './judge-fit.ts'
import { calibrationReport } from './report.ts'

const fitted: LearnedModel = { ...untrainedModel, calibration: { by: 'labels', labels: 20 } }
const judged = (probabilityOf: (label: boolean, i: number) => number) =>
  judgeFit(
    fitted,
    calibrationReport(
      Array.from({ length: 20 }, (_, i) => ({
        probability: probabilityOf(i % 2 === 0, i),
        label: i % 2 === 0,
      })),
    ),
  )

describe('judgeFit', () => {
  it('keeps a fit that tells right from wrong labels', () => {
    const model = judged((label) => (label ? 0.8 : 0.2))
    expect(model).toBe(fitted)
    expect(isCalibrated(model.calibration)).toBe(true)
  })

  it.each([
    ['says the same of all', () => 0.5],
    ['is sure and wrong as often as right', (_: boolean, i: number) => (i % 4 < 2 ? 0.95 : 0.05)],
    ['says the opposite', (label: boolean) => (label ? 0.2 : 0.8)],
  ])('states no rate from a fit that %s', (_, probabilityOf) => {
    expect(isCalibrated(judged(probabilityOf).calibration)).toBe(false)
  })

  it('leaves models alone that were fitted to no labels', () => {
    expect(judgeFit(untrainedModel, calibrationReport([]))).toBe(untrainedModel)
  })
})
