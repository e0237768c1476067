import type { JobType } from '../domain/job.ts'
import { type AddressSigner, fileAddress } from './files.present.ts'

interface StoredStems {
  readonly stems: { readonly files: Readonly<Record<string, string>>; readonly expires_at: string }
}

/** Presents a stored result: replaces keys of files by signed addresses that expire. */
export type PresentResults = (type: JobType, results: object, owner: string) => object

/** Creates a presenter of results that signs the addresses of files. */
export function presentResults(deps: {
  addresses: AddressSigner
  linkMinutes: number
  now: () => Date
}): PresentResults {
  return (type, results, owner) => {
    if (type !== 'stems') return results
    const { stems } = results as StoredStems
    const gone = new Date(stems.expires_at)
    const linkEnd = new Date(deps.now().getTime() + deps.linkMinutes * 60_000)
    const expiresAt = linkEnd < gone ? linkEnd : gone
    const files = gone <= deps.now() ? [] : Object.entries(stems.files)
    const signed = files.map(([stem, key]) => [stem, deps.addresses.sign(fileAddress(key), owner, expiresAt)])
    return { stems: { ...stems, files: Object.fromEntries(signed) } }
  }
}
