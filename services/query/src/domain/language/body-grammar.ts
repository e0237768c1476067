import type { Token } from './tokens.ts'

/** One step of a phrase: words or beginnings of words that fit, and what may stand before it. */
type Step = {
  readonly words: ReadonlySet<string>
  /** Beginnings of words, written `swell*`. */
  readonly stems: readonly string[]
  readonly optional: boolean
  /** Other words that may stand before this step. */
  readonly gap: number
  /** Not part of the phrase: the next word must be one of these, a number, a mark or the end. */
  readonly ahead: boolean
}

/** Words with one name, written `@name`. */
type WordGroups = Readonly<Record<string, string>>

/** Words that no gap reaches over: they turn or deny what is said, or bring in somebody else. */
const NEVER_BETWEEN = new Set(
  "no not never none nor neither without isn't isnt aren't arent wasn't wasnt weren't don't dont doesn't doesnt didn't didnt hasn't hasnt haven't havent but if or i he she they we you brother sister mother father husband wife friend".split(
    ' ',
  ),
)

/**
 * Compiles a phrase with variable parts. Elements are separated by spaces: `a|b` is one of these words, `swell*` a word
 * that begins so, `#` a number, `@leg` a group of words, `my?` may be left out, `~2` lets up to two words stand in between, and
 * `>on|in` at the end asks for one of these words, a mark, a number or the end next, without reading it.
 */
function stepsOf(source: string, groups: WordGroups): readonly Step[] {
  const steps: Step[] = []
  let gap = 0
  for (const element of source.split(' ')) {
    if (element.startsWith('~')) {
      gap = Number(element.slice(1))
      continue
    }
    const ahead = element.startsWith('>')
    const optional = element.endsWith('?')
    const listed = element.slice(ahead ? 1 : 0, optional ? -1 : undefined)
    const all = listed.split('|').flatMap((part) => {
      if (!part.startsWith('@')) return [part]
      const group = groups[part.slice(1)]
      if (group === undefined) throw new Error(`no group ${part} in "${source}"`)
      return group.split(' ')
    })
    steps.push({
      words: new Set(all.filter((word) => !word.endsWith('*'))),
      stems: all.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1)),
      optional,
      gap,
      ahead,
    })
    gap = 0
  }
  return steps
}

const isHyphen = (tokens: readonly Token[], i: number): boolean =>
  tokens[i]?.text === '-' && tokens[i]!.glued && tokens[i + 1]?.glued === true

/** "grandad's" owns what follows as "his" does. */
const fits = ({ words, stems }: Step, { text, number }: Token): boolean =>
  words.has(text) ||
  (number !== undefined && words.has('#')) ||
  (text.endsWith("'s") && (words.has("'s") || words.has(text.slice(0, -2)))) ||
  stems.some((stem) => text.startsWith(stem))

/** Returns where the steps from `at` on end when they begin at token `i`; undefined when they do not fit. */
function endOf(steps: readonly Step[], at: number, tokens: readonly Token[], i: number): number | undefined {
  const step = steps[at]
  if (step === undefined) return i
  const next = tokens[i]
  if (step.ahead) return next === undefined || next.kind !== 'word' || fits(step, next) ? i : undefined
  for (let j = i, skipped = 0; skipped <= step.gap && j < tokens.length; j++) {
    if (isHyphen(tokens, j)) continue
    const token = tokens[j]!
    if (fits(step, token)) {
      const end = endOf(steps, at + 1, tokens, j + 1)
      if (end !== undefined) return end
    }
    if (token.kind !== 'word' || NEVER_BETWEEN.has(token.text)) break
    skipped++
  }
  return step.optional ? endOf(steps, at + 1, tokens, i) : undefined
}

/** Phrases with variable parts, found by their first word. */
export type BodyGrammar<T> = (
  tokens: readonly Token[],
  i: number,
) => { readonly meaning: T; readonly to: number } | undefined

/** Compiles phrases with their meanings. The result returns the longest one that begins at a token. */
export function bodyGrammar<T>(
  entries: readonly { readonly meaning: T; readonly patterns: readonly string[] }[],
  groups: WordGroups,
): BodyGrammar<T> {
  type Rule = { readonly meaning: T; readonly steps: readonly Step[] }
  const byWord = new Map<string, Rule[]>()
  const byStem: (readonly [string, Rule])[] = []
  for (const { meaning, patterns } of entries)
    for (const source of patterns) {
      const rule = { meaning, steps: stepsOf(source, groups) }
      for (const step of rule.steps) {
        for (const word of step.words) {
          const rules = byWord.get(word)
          if (rules === undefined) byWord.set(word, [rule])
          else if (rules.at(-1) !== rule) rules.push(rule)
        }
        for (const stem of step.stems) byStem.push([stem, rule])
        if (!step.optional) break
      }
    }
  return (tokens, i) => {
    const token = tokens[i]
    if (token === undefined || token.kind === 'mark') return undefined
    const { text } = token
    const owner = text.endsWith("'s")
      ? [...(byWord.get("'s") ?? []), ...(byWord.get(text.slice(0, -2)) ?? [])]
      : []
    const rules = [
      ...(byWord.get(text) ?? []),
      ...owner,
      ...byStem.filter(([stem]) => text.startsWith(stem)).map(([, rule]) => rule),
    ]
    let best: { meaning: T; to: number } | undefined
    for (const { meaning, steps } of rules) {
      const to = endOf(steps, 0, tokens, i)
      if (to !== undefined && to > i && to > (best?.to ?? i)) best = { meaning, to }
    }
    return best
  }
}
