import type { Actor } from './accounts.ts'

/** Example run of an organization. */
export interface ExampleStore {
  /**
   * Creates the example run without files. Returns `exists` if it is there with that many files, and `taken` if a user
   * made a run of that name.
   */
  begin(actor: Actor, run: { id: string; name: string; files: number }): Promise<'begun' | 'exists' | 'taken'>
  /** Removes the example run and everything that belongs to it. Returns false if there is none. */
  remove(actor: Actor): Promise<boolean>
}
