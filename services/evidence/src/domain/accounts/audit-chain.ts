/** Place in the chain of an organization and the hash there, in hexadecimal digits. */
export interface ChainPlace {
  readonly seq: number
  readonly hash: string
}

/** Place before the first entry of a chain. */
export const CHAIN_START: ChainPlace = { seq: 0, hash: '0'.repeat(64) }

/** One place of a chain as it is stored. */
export interface ChainLink extends ChainPlace {
  readonly id: string
  /** Text of the entry that was hashed, made from the entry as it is now; undefined if the entry is missing. */
  readonly sealed: string | undefined
}

/** Fault of a chain. */
export interface ChainProblem {
  readonly seq: number | null
  /** Id of the entry, if it is known. */
  readonly id: string | null
  readonly issue: string
}

/** Maximum number of faults that are listed. */
export const MAX_CHAIN_PROBLEMS = 100

/** Verdict over a chain. */
export interface ChainVerdict {
  /** Number of places that were checked. */
  readonly entries: number
  /** Last place that was checked. */
  readonly head: ChainPlace
  /** First `MAX_CHAIN_PROBLEMS` faults; empty for an intact chain. */
  readonly problems: readonly ChainProblem[]
}

/**
 * Creates a check of a hash chain that takes its places in order. The hash of an entry is the SHA-256 of the hash before
 * it in hexadecimal digits, a line break, and the text of the entry (linear linking of Haber and Stornetta, "How to
 * time-stamp a digital document", J. Cryptology 3, 1991). After a fault the check goes on from the hash that is stored,
 * so that one fault is reported once.
 */
export function chainCheck(sha256: (text: string) => string, start: ChainPlace = CHAIN_START) {
  const problems: ChainProblem[] = []
  let last = start
  let entries = 0
  const report = (problem: ChainProblem) => {
    if (problems.length < MAX_CHAIN_PROBLEMS) problems.push(problem)
  }
  return {
    report,
    /** Checks the next place. */
    add({ seq, hash, id, sealed }: ChainLink): void {
      const follows = seq === last.seq + 1
      if (!follows) {
        const gone =
          seq > last.seq + 2 ? `entries ${last.seq + 1} to ${seq - 1} are` : `entry ${last.seq + 1} is`
        report({ seq, id, issue: seq > last.seq ? `${gone} missing before it` : 'is not in order' })
      }
      if (sealed === undefined) report({ seq, id, issue: 'was removed' })
      else if (follows && sha256(`${last.hash}\n${sealed}`) !== hash)
        report({ seq, id, issue: 'was changed: its hash does not match' })
      last = { seq, hash }
      entries += 1
    },
    /** Ends the check. `head` is the last place that the chain must have, if it is known. */
    end(head?: ChainPlace): ChainVerdict {
      if (head && head.seq > last.seq)
        report({ seq: head.seq, id: null, issue: `the chain ends at ${last.seq}, before its last entry` })
      else if (head && (head.seq !== last.seq || head.hash !== last.hash))
        report({ seq: head.seq, id: null, issue: 'the end of the chain is not the one that is recorded' })
      return { entries, head: last, problems }
    },
  }
}
