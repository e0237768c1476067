/** A text that breaks a rule of the house, and where it stands. */
export interface Fault {
  readonly rule: string
  /** File or commit. */
  readonly file: string
  /** Place in the file, such as `schemas.Beats.tempo`; for a commit, its subject. */
  readonly place: string
  /** What is wrong, and what to write instead. */
  readonly issue: string
}
