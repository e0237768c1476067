/** Interfaces of everything that operations need from outside, by subject. Adapters implement them. */
export type * from './ports/accounts.ts'
export type * from './ports/assessments.ts'
export type * from './ports/calibration.ts'
export type * from './ports/computation.ts'
export type * from './ports/imports.ts'
export type * from './ports/molecules.ts'
export type * from './ports/reports.ts'
export type * from './ports/runs.ts'
