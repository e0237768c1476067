import type { Word } from './words.ts'

/** One step of a pattern: words that fit, and how many other words may stand before it. */
type Step = {
  readonly words?: ReadonlySet<string>
  readonly number?: { readonly min: number; readonly max: number }
  readonly gap: number
}
export type Pattern = { readonly source: string; readonly steps: readonly Step[] }

/** Where a pattern was found: from the first to behind the last word, and the words that fit its steps, in order. */
export type Match = { readonly from: number; readonly to: number; readonly fitted: readonly number[] }

/** Concepts: one name for words of the same meaning, written `@name` in patterns. */
export type Concepts = Readonly<Record<string, string>>

/**
 * Returns a pattern, which is compiled when it is first compared: there are some thousand of them, and a service that is
 * never asked in words needs none. Elements are separated by spaces: `a|b` is one of these words, `@self` a concept, `~3` up to three
 * words in between, `#2-30` a number between 2 and 30, also as one of several: `#2-30|several`.
 */
export function pattern(source: string, concepts: Concepts): Pattern {
  let steps: readonly Step[] | undefined
  return {
    source,
    get steps() {
      steps ??= stepsOf(source, concepts)
      return steps
    },
  }
}

function stepsOf(source: string, concepts: Concepts): readonly Step[] {
  const steps: Step[] = []
  let gap = 0
  for (const element of source.split(' ')) {
    if (element.startsWith('~')) {
      gap = Number(element.slice(1))
      continue
    }
    let number: Step['number']
    const words = element.split('|').flatMap((part) => {
      if (part.startsWith('#')) {
        const [min, max] = part.slice(1).split('-').map(Number)
        number = { min: min ?? 0, max: max ?? Number.POSITIVE_INFINITY }
        return []
      }
      if (!part.startsWith('@')) return [part]
      const listed = concepts[part.slice(1)]
      if (listed === undefined) throw new Error(`no concept ${part} in "${source}"`)
      return listed.split(' ')
    })
    steps.push({ ...(words.length > 0 && { words: new Set(words) }), ...(number && { number }), gap })
    gap = 0
  }
  return steps
}

const fits = ({ words, number }: Step, word: Word): boolean =>
  words?.has(word.text) === true ||
  (number !== undefined &&
    word.number !== undefined &&
    word.number >= number.min &&
    word.number <= number.max)

/** Returns the first match of a pattern at or after a word; undefined when there is none. */
export function findPattern({ steps }: Pattern, words: readonly Word[], from = 0): Match | undefined {
  for (let i = from; i < words.length; i++) {
    if (!fits(steps[0]!, words[i]!)) continue
    const rest = matchRest(steps, 1, words, i)
    if (rest !== undefined) return { from: i, to: (rest.at(-1) ?? i) + 1, fitted: [i, ...rest] }
  }
  return undefined
}

/** Returns the words that fit the steps from `at` on. Steps are few and gaps are small numbers, so the work per start is bounded. */
function matchRest(
  steps: readonly Step[],
  at: number,
  words: readonly Word[],
  last: number,
): readonly number[] | undefined {
  const step = steps[at]
  if (step === undefined) return []
  const { sentence } = words[last]!
  for (let skipped = 0, j = last + 1; skipped <= step.gap && j < words.length; j++) {
    const word = words[j]!
    if (word.sentence !== sentence) return undefined
    if (fits(step, word)) {
      const rest = matchRest(steps, at + 1, words, j)
      if (rest !== undefined) return [j, ...rest]
    }
    // A comma is no word, but it ends what directly follows.
    skipped += 1
  }
  return undefined
}
