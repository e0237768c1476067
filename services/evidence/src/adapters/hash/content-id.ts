import { hash } from 'node:crypto'
import type { ContentId, ResultHash } from '../../operations/ports.ts'

/** The first 128 bits of SHA-256, written as a UUID: PostgreSQL keeps those in 16 bytes. */
export const contentId: ContentId = (text) =>
  hash('sha256', text, 'hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

export const resultHash: ResultHash = (text) => hash('sha256', text, 'hex')
