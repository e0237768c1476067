import { describe, expect, it } from 'vitest'
import { demoRun } from './demo-run.ts'

describe('demonstration run', () => {
  it('is the same for the same seed, and has features without a right candidate', () => {
    expect(demoRun(5)).toEqual(demoRun(5))
    expect(demoRun(6)).not.toEqual(demoRun(5))
    const { truth } = demoRun(1)
    expect(truth.some(({ molecule }) => molecule === null)).toBe(true)
    expect(truth.filter(({ molecule }) => molecule !== null).length).toBeGreaterThan(20)
  })
})
