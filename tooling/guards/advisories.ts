/** What is known of one package: the worst severity and the versions it holds for. */
interface Advisory {
  readonly severity: string
  readonly range: string
}
export type Advisories = Readonly<Record<string, Advisory>>

/** An answer of the registry, kept for when it gives none. */
export interface Snapshot {
  readonly taken_at: string
  /** Every package that was asked about, as name@version. */
  readonly packages: readonly string[]
  readonly advisories: Advisories
}

/** A person's decision to ship these very packages unchecked, for a reason and until a day. */
export interface Waiver {
  readonly signed_at: string
  readonly expires: string
  readonly reason: string
  readonly packages: readonly string[]
}

export interface Evidence {
  /** All that ships, as name@version. */
  readonly shipped: readonly string[]
  /** The registry's answer; undefined when it gave none. */
  readonly live: Advisories | undefined
  readonly snapshot: Snapshot | undefined
  readonly waiver: Waiver | undefined
  readonly now: Date
}

export interface Verdict {
  readonly source: 'registry' | 'snapshot' | 'waiver' | 'none'
  /** For people: what was asked, and how much it is worth. */
  readonly summary: string
  /** Empty is good. */
  readonly problems: readonly string[]
}

/** Longest time that a snapshot or a waiver may stand in for the registry, in days. */
export const MAX_AGE_DAYS = 180

const DAY_MS = 86_400_000
const daysBetween = (from: string, to: Date) => (to.getTime() - Date.parse(from)) / DAY_MS

const nameOf = (shipped: string) => shipped.slice(0, shipped.lastIndexOf('@'))

function serious(advisories: Advisories, shipped: readonly string[]): string[] {
  const names = new Set(shipped.map(nameOf))
  return Object.entries(advisories)
    .filter(([name, { severity }]) => names.has(name) && /^(high|critical)$/.test(severity))
    .map(([name, { severity, range }]) => `${name} ${range}: known advisory, ${severity}`)
}

const missing = (shipped: readonly string[], covered: readonly string[]) => {
  const known = new Set(covered)
  return shipped.filter((each) => !known.has(each))
}

const named = (packages: readonly string[]) =>
  `${packages.slice(0, 5).join(', ')}${packages.length > 5 ? ` and ${packages.length - 5} more` : ''}`

/** Why a snapshot cannot stand in; undefined when it can. */
function staleSnapshot({ shipped, now }: Evidence, snapshot: Snapshot): string | undefined {
  const days = daysBetween(snapshot.taken_at, now)
  if (!(days <= MAX_AGE_DAYS))
    return `the snapshot of ${snapshot.taken_at} is older than ${MAX_AGE_DAYS} days`
  const uncovered = missing(shipped, snapshot.packages)
  return uncovered.length > 0 ? `the snapshot does not cover ${named(uncovered)}` : undefined
}

function invalidWaiver({ shipped, now }: Evidence, waiver: Waiver): string | undefined {
  if (waiver.reason.trim() === '') return 'the waiver gives no reason'
  const days = (Date.parse(waiver.expires) - Date.parse(waiver.signed_at)) / DAY_MS
  if (!(days > 0 && days <= MAX_AGE_DAYS))
    return `the waiver must end within ${MAX_AGE_DAYS} days of its signature`
  if (!(daysBetween(waiver.expires, now) < 0)) return `the waiver ended on ${waiver.expires}`
  const uncovered = missing(shipped, waiver.packages)
  return uncovered.length > 0 ? `the waiver does not name ${named(uncovered)}` : undefined
}

/**
 * Judges what ships by the best source there is: the registry, else a snapshot of its answer that covers every shipped
 * package, else a waiver that names every one. With none of them the check fails: no answer is not a good answer.
 */
export function judgeAdvisories(evidence: Evidence): Verdict {
  const { shipped, live, snapshot, waiver } = evidence
  const counted = (advisories: Advisories, problems: readonly string[]) =>
    `${Object.keys(advisories).length} packages with advisories, ${problems.length} of high or critical severity`
  if (live) {
    const problems = serious(live, shipped)
    return { source: 'registry', summary: counted(live, problems), problems }
  }
  const whyNotSnapshot = snapshot ? staleSnapshot(evidence, snapshot) : 'there is no snapshot'
  if (snapshot && whyNotSnapshot === undefined) {
    const problems = serious(snapshot.advisories, shipped)
    const summary = `${counted(snapshot.advisories, problems)}, as of ${snapshot.taken_at}`
    return { source: 'snapshot', summary, problems }
  }
  const whyNotWaiver = waiver ? invalidWaiver(evidence, waiver) : 'there is no waiver'
  if (waiver && whyNotWaiver === undefined) {
    const summary = `NOT CHECKED: waived until ${waiver.expires} for exactly these ${shipped.length} packages: ${waiver.reason}`
    return { source: 'waiver', summary, problems: [] }
  }
  return {
    source: 'none',
    summary: 'NOT CHECKED',
    problems: [
      `advisories were not checked: the registry gave no answer, ${whyNotSnapshot}, ${whyNotWaiver}. Run "npm run advisories" where the registry answers audits, and commit the snapshot`,
    ],
  }
}
