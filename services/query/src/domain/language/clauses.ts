import { type Polarity, polarities } from './polarity.ts'
import type { Item } from './scan.ts'
import { type Time, timesOf } from './times.ts'

/** What the clause around an item says of it: whether it holds and when. The subject is kept by the cast of people. */
export type Clause = { readonly polarity: Polarity; readonly time: Time }

/** Returns the clause of every item. Facts and values take their polarity and time from it. */
export function clausesOf(items: readonly Item[]): readonly Clause[] {
  const [polarity, times] = [polarities(items), timesOf(items)]
  return items.map((_item, i) => ({ polarity: polarity[i]!, time: times[i] }))
}
