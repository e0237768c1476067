import type { JobType } from '../domain/job.ts'
import { fileAddress } from './files.routes.ts'
import type { SignedAddresses } from './signed-addresses.ts'

interface StoredStems {
  readonly stems: { readonly files: Readonly<Record<string, string>>; readonly expires_at: string }
}

/** A stored result as clients see it: keys of files become addresses that are good for a while. */
export type PresentResults = (type: JobType, results: object, owner: string) => object

export function presentResults(deps: {
  addresses: SignedAddresses
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
