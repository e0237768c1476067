import { findPattern, pattern } from '../wording/patterns.ts'
import type { Word } from '../wording/words.ts'
import { CONCEPTS } from './concepts.ts'

/** Ways to ask how harm is done, how far it can go, or how it is hidden. */
const MEANS = [
  'how ~2 many|much ~4 @pills|@drugname|@laxative|@poison|@insulin',
  'how ~1 long|far|low|thin|skinny|light|little|few ~8 survive|live|last|die|dies|dead|without|starve|kill|kills|fast|before|until',
  'how ~3 @kill|starve|purge|vomit|overdose|fast|hide|restrict|cut|harm|anorexic|bulimic',
  'lethal|fatal|deadly|painless|painlessly',
  'enough to die|kill',
  'lowest|minimum|least ~5 survive|survivable|alive|live|die|possible',
  'tips|tricks|trick|advice|ways|way|method|methods|guide|plan ~4 starve|purge|fast|restrict|die|kill|hide|vomit|overdose|anorexic|ana|mia|lose',
  'without ~3 noticing|noticed|notices|knowing|knows|caught|seeing',
  'hide|hides|hiding ~5 from',
  'dose|amount|many ~5 die|kill|kills|overdose',
].map((source) => pattern(source, CONCEPTS))

/** Returns whether a text asks for a way to do harm. A story or a study that needs only a figure does not ask for that. */
export const asksForMeans = (words: readonly Word[]): boolean =>
  MEANS.some((one) => findPattern(one, words) !== undefined)
