import type { components } from '@assay/evidence-client'

export type Report = components['schemas']['Report']

/** The client types all formats of a report together; without a format the answer is JSON. */
export const asReport = (answer: unknown): Report => answer as Report
