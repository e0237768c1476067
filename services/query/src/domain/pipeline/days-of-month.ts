import type { Word } from '../wording/words.ts'

/** Days whose ordinal ends like the unit stone: "1st", "21st", "31st". */
const DAYS = new Set([1, 21, 31])
const MONTHS = new Set(
  'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  ),
)
const BEFORE_DAY = new Set('the by on before until till my for'.split(' '))
const AFTER_DAY = new Set(['birthday', 'bday'])
const CENTILES = new Set('centile percentile centiles percentiles'.split(' '))

/** Whether a word is the "st" of a day: "by 21st June", "on the 1st", "from 21st to 31st". */
function isOfDay(words: readonly Word[], at: number): boolean {
  const textAt = (i: number): string => words[i]?.text ?? ''
  const dayAt = (i: number): number | undefined =>
    textAt(i) === 'st' && DAYS.has(words[i - 1]?.number ?? 0) ? words[i - 1]!.number : undefined
  const day = dayAt(at)
  if (day === undefined || CENTILES.has(textAt(at + 1)) || CENTILES.has(textAt(at + 2))) return false
  const [before, after] = [textAt(at - 2), textAt(textAt(at + 1) === 'of' ? at + 2 : at + 1)]
  if (BEFORE_DAY.has(before) || MONTHS.has(before) || MONTHS.has(after) || AFTER_DAY.has(after)) return true
  // Days go up; a way "from 21st to 18st" is one of weights.
  if (after === 'to') return (dayAt(at + 3) ?? 0) > day
  return before === 'to' && (dayAt(at - 3) ?? day) < day
}

/** Takes days of the month for what they are: neither numbers nor stones. */
export const withoutDays = (words: readonly Word[]): readonly Word[] =>
  words.map((word, i) => {
    const { text, sentence } = word
    if (isOfDay(words, i)) return { text: 'th', sentence }
    return isOfDay(words, i + 1) ? { text, sentence } : word
  })
