import { spawnSync } from 'node:child_process'
import type { Fault } from './fault.ts'

/** Last commit before the rules for subjects; older ones are not checked. */
export const START = '1e35c61fc2e8e86f5f43739235db526d58991def'

const MAX_SUBJECT = 72
const TYPES = ['build', 'chore', 'ci', 'docs', 'feat', 'fix', 'perf', 'refactor', 'revert', 'style', 'test']
/** https://www.conventionalcommits.org/en/v1.0.0/: a type, a scope in parentheses if any, and a description. */
const CONVENTIONAL = new RegExp(`^(${TYPES.join('|')})(\\([a-z0-9-]+\\))?!?: \\S`)

/** Returns what is wrong with the subject of one commit. */
export function subjectFaults(commit: string, subject: string): Fault[] {
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

/** Checks the subjects of all commits since `start` except merges. Skips a clone whose history does not reach back to it. */
export function commitFaults(root: string, start: string = START): Commits {
  const git = (...args: string[]) =>
    spawnSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 })
  if (git('merge-base', '--is-ancestor', start, 'HEAD').status !== 0)
    return {
      faults: [],
      checked: 0,
      skipped: `the history here does not contain commit ${start.slice(0, 7)}, from which on subjects are checked`,
    }
  const { status, stdout, stderr } = git('log', '--no-merges', '--format=%h%x09%s', `${start}..HEAD`)
  if (status !== 0) throw new Error(`git log failed: ${stderr}`)
  const lines = stdout.split('\n').filter((line) => line !== '')
  const faults = lines.flatMap((line) => {
    const [commit = '', ...subject] = line.split('\t')
    return subjectFaults(commit, subject.join('\t'))
  })
  return { faults, checked: lines.length }
}
