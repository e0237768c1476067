import { type components, createEvidenceClient } from '@assay/evidence-client'

type Schemas = components['schemas']
export type Run = Schemas['Run']
export type ObservationRow = Schemas['ObservationRow']
export type ImportState = Schemas['Import']
export type Understanding = Schemas['ImportUnderstanding']
export type ImportError = Schemas['ImportError']
export type ImportNote = Schemas['ImportNote']
export type AuditEntry = Schemas['AuditEntry']
export type User = Schemas['User']

/** Address of the service that served this page, whatever path it is served under. */
export const baseUrl = new URL('.', document.baseURI).href.replace(/\/$/, '')

/**
 * Client of the service that served this page. The session is in a cookie that no script can read; the header says that the
 * request comes from this page, which no other site can claim.
 */
export const service = createEvidenceClient({ baseUrl, headers: { 'x-assay-page': '1' } })
