import {
  type ChainPlace,
  type ChainVerdict,
  chainCheck,
  MAX_CHAIN_PROBLEMS,
} from '../domain/accounts/audit-chain.ts'
import { invalid } from '../domain/refusal.ts'
import { type Page, page } from './page.ts'
import type { Actor, AuditEntry, AuditQuery, AuditTrail, ResultHash, SealedEntry } from './ports.ts'

/** Reads the audit trail of the actor's organization, newest first, in pages. */
export function readAudit(deps: { trail: AuditTrail }) {
  return (actor: Actor, query: AuditQuery): Promise<Page<AuditEntry>> =>
    page(
      query,
      (wanted) => deps.trail.list(actor, { ...query, ...wanted }),
      ({ id }) => id,
    )
}

/** Number of entries that are read at once. */
const CHAIN_PAGE = 1000

/** Reads the chain of the actor's organization up to a place, in order, page by page. */
async function* walk(
  trail: AuditTrail,
  actor: Actor,
  start: ChainPlace,
  end: ChainPlace,
): AsyncGenerator<SealedEntry[]> {
  let after = start.seq
  while (after < end.seq) {
    const read = await trail.sealed(actor, after, CHAIN_PAGE)
    const found = read.filter(({ seq }) => seq <= end.seq)
    if (found.length === 0) return
    yield found
    after = found.at(-1)!.seq
  }
}

/**
 * Reads the whole audit trail in the order of its chain. Returns the end of the chain at this moment and the entries up
 * to it, page by page. Access is checked again with every page.
 */
export function exportAudit(deps: { trail: AuditTrail }) {
  return async (actor: Actor): Promise<{ head: ChainPlace; pages: AsyncGenerator<SealedEntry[]> }> => {
    const { start, head } = await deps.trail.chainEnds(actor)
    return { head, pages: walk(deps.trail, actor, start, head) }
  }
}

/** Verdict over the audit trail of an organization. */
export interface AuditVerdict extends ChainVerdict {
  /** Place after which the chain begins. */
  readonly start: ChainPlace
}

/**
 * Checks the hash chain of the actor's organization from its beginning to its end. `known` is an end that was noted
 * before, outside of the database: it shows a chain that was cut or computed anew.
 */
export function verifyAudit(deps: { trail: AuditTrail; sha256: ResultHash }) {
  const verify = async (
    actor: Actor,
    known: ChainPlace | undefined,
    signal?: AbortSignal,
  ): Promise<AuditVerdict> => {
    const { start, head } = await deps.trail.chainEnds(actor)
    if (known && known.seq < start.seq)
      throw invalid(
        'known_head',
        `must be at or after ${start.seq}, the end of what retention removed`,
        known.seq,
      )
    const check = chainCheck(deps.sha256, start)
    let confirmed = known === undefined || (known.seq === start.seq && known.hash === start.hash)
    for await (const links of walk(deps.trail, actor, start, head)) {
      for (const link of links) {
        check.add(link)
        if (link.seq === known?.seq && link.hash === known.hash) confirmed = true
      }
      signal?.throwIfAborted()
    }
    for (const id of await deps.trail.unsealed(actor, MAX_CHAIN_PROBLEMS))
      check.report({ seq: null, id, issue: 'is not in the chain' })
    if (!confirmed)
      check.report({ seq: known?.seq ?? null, id: null, issue: 'the chain does not contain the known head' })
    // Retention removed the beginning meanwhile: what is missing there is no fault.
    const { start: now } = await deps.trail.chainEnds(actor, 'begun')
    if (now.seq !== start.seq) return verify(actor, known, signal)
    return { ...check.end(head), start }
  }
  return verify
}
