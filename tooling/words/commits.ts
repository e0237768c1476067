import { spawnSync } from 'node:child_process'
import type { Fault } from './fault.ts'

/**
 * Commits written before this time are not checked. A time, not a commit, because branches that were open when the check
 * was added are merged later, and because a shallow clone may not contain any given commit.
 */
const START = '2026-11-15T21:30:00Z'

const MAX_SUBJECT = 72
const TYPES = ['build', 'chore', 'ci', 'docs', 'feat', 'fix', 'perf', 'refactor', 'revert', 'style', 'test']
/** https://www.conventionalcommits.org/en/v1.0.0/: a type, a scope in parentheses if any, and a description. */
const CONVENTIONAL = new RegExp(`^(${TYPES.join('|')})(\\([a-z0-9-]+\\))?!?: \\S`)

/** Returns what is wrong with the subject of one commit. */
function subjectFaults(commit: string, subject: string): Fault[] {
  const fault = (rule: string, issue: string): Fault => ({ rule, file: commit, place: subject, issue })
  return [
    ...(subject.length > MAX_SUBJECT
      ? [fault('subject-length', `has ${subject.length} characters; write at most ${MAX_SUBJECT}`)]
      : []),
    ...(CONVENTIONAL.test(subject)
      ? []
      : [fault('subject-prefix', `has no prefix; begin with a type, such as "fix(audio): " or "docs: "`)]),
    ...(subject.endsWith('.') ? [fault('subject-period', 'ends with a period; remove it')] : []),
  ]
}

interface Commits {
  readonly faults: Fault[]
  readonly checked: number
  /** Why no commit was checked. */
  readonly skipped?: string
}

/**
 * Checks the subjects of all commits since `start` (ISO 8601) except merges. A shallow clone is checked as far as it
 * reaches back. A folder without history is skipped.
 */
export function commitFaults(root: string, start: string = START): Commits {
  const log = spawnSync('git', ['-C', root, 'log', '--no-merges', '--format=%h%x09%aI%x09%s'], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (log.status !== 0) return { faults: [], checked: 0, skipped: 'there is no git history here' }
  const commits = log.stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [commit = '', time = '', ...subject] = line.split('\t')
      return { commit, time, subject: subject.join('\t') }
    })
    .filter(({ time }) => Date.parse(time) >= Date.parse(start))
  return {
    faults: commits.flatMap(({ commit, subject }) => subjectFaults(commit, subject)),
    checked: commits.length,
  }
}
