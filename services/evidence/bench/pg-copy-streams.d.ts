/** The one function that the benches use; the package brings no types. */
declare module 'pg-copy-streams' {
  import type { Writable } from 'node:stream'
  import type { Submittable } from 'pg'
  export function from(text: string): Writable & Submittable
}
