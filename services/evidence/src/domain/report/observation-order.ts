import { observationKey, observationText } from '../evidence/observed-evidence.ts'

interface Claim {
  readonly evidence: readonly { readonly metadata: Readonly<Record<string, unknown>> }[]
}

const BY_NUMBER = new Intl.Collator('en', { numeric: true })

/** Returns the observations of claims, run and observation joined by NUL, with numbers in their order: 9 before 10. */
export function observationsOfClaims(claims: readonly Claim[]): string[] {
  const found = new Set<string>()
  for (const { evidence } of claims) {
    for (const { metadata } of evidence) {
      const key = observationKey(metadata)
      if (key) found.add(observationText(key))
    }
  }
  return [...found].sort(BY_NUMBER.compare)
}
