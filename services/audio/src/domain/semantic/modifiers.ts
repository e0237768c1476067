/**
 * Words that negate or scale the following words. The scheme is that of VADER (Hutto and Gilbert, VADER: a parsimonious
 * rule-based model for sentiment analysis of social media text, 2014): a negation multiplies by −0.74, a booster adds
 * 0.293, decreasing with distance. Phrases that only look like negations follow NegEx (Chapman et al., A simple
 * algorithm for identifying negated findings, 2001). The lists were written for this project.
 */
const NEGATION_FACTOR = -0.74
const WEAK_NEGATION_FACTOR = -0.6
const BOOST = 0.293

/** Phrases with single spaces; the longest match wins. */
const NEGATORS: Readonly<Record<string, number>> = Object.fromEntries([
  ...[
    ...['not', 'no', 'never', 'without', 'nothing', 'none', 'neither', 'nor', 'nobody', 'cannot', 'avoid'],
    ...['avoiding', 'except', 'minus', 'excluding', 'exclude', 'skip', 'hate', 'dislike', 'zero', 'no-one'],
    ...['lacking', 'lacks', 'stop', 'anything but', 'everything but', 'far from', 'free of', 'free from'],
    ...['instead of', 'rather than', 'tired of', 'enough of', 'done with', 'sick of', 'fed up with'],
    ...['opposite of', 'lack of', 'devoid of', 'away from', 'bored of', 'bored by', 'leave out', 'no more'],
    ...['absence of', 'other than', 'apart from', 'dont', 'isnt', 'cant', 'wont', 'doesnt', 'shouldnt'],
  ].map((word) => [word, NEGATION_FACTOR]),
  ...[
    'less',
    'hardly',
    'hardly any',
    'scarcely',
    'barely',
    'little',
    'fewer',
    'barely any',
    'seldom',
    'rarely',
  ].map((word) => [word, WEAK_NEGATION_FACTOR]),
])
/** Phrases that contain a negator but negate nothing. */
const PSEUDO_NEGATIONS = new Set([
  ...['not only', 'not just', 'not merely', 'no doubt', 'without doubt', 'without a doubt', 'nothing but'],
  ...['no less', 'no wonder', 'none other than', 'more or less', 'a little', 'a little bit', 'no matter'],
])
/** Words that end the scope of a negation, like conjunctions in NegEx. */
const ENDS_SCOPE = new Set([
  ...['but', 'yet', 'however', 'though', 'although', 'just', 'only', 'instead', 'always', 'rather', 'while'],
  ...['because', 'still', 'simply', 'more', 'nevertheless', 'otherwise'],
])

/** Share added to or subtracted from the strength of a following word. */
const BOOSTERS: Readonly<Record<string, number>> = Object.fromEntries([
  ...[
    ...['extremely', 'incredibly', 'insanely', 'utterly', 'absolutely', 'totally', 'completely', 'super'],
    ...['ultra', 'overwhelmingly', 'unbelievably', 'intensely', 'wildly', 'exceptionally', 'hugely', 'pure'],
    ...['massively', 'ridiculously', 'enormously', 'purely'],
  ].map((word) => [word, 2 * BOOST]),
  ...[
    ...[
      'very',
      'really',
      'so',
      'truly',
      'deeply',
      'highly',
      'especially',
      'particularly',
      'strongly',
      'most',
    ],
    ...['remarkably', 'thoroughly', 'seriously', 'heavily', 'too', 'full of', 'a lot of', 'lots of', 'more'],
    ...['plenty of', 'much', 'all', 'big', 'great', 'always', 'mostly', 'well'],
  ].map((word) => [word, BOOST]),
  ...['quite', 'pretty', 'rather', 'enough'].map((word) => [word, 0]),
  ...[
    ...['slightly', 'somewhat', 'a bit', 'a little', 'a little bit', 'a bit of', 'mildly', 'a hint of'],
    ...['a touch of', 'kind of', 'sort of', 'kinda', 'sorta', 'fairly', 'moderately', 'partly'],
    ...['a trace of', 'vaguely', 'subtly', 'faintly', 'semi', 'marginally', 'a tad', 'some'],
  ].map((word) => [word, -1.5 * BOOST]),
])
const LONGEST = 4

/** Modifier at a position of a text. */
export type Modifier =
  | { readonly kind: 'negator'; readonly factor: number; readonly length: number }
  | { readonly kind: 'booster'; readonly share: number; readonly length: number }
  | { readonly kind: 'end'; readonly contrast: boolean; readonly length: 1 }
  | { readonly kind: 'nothing'; readonly length: number }

/** Returns the modifier that begins at `words[at]`, by the longest phrase; undefined for a plain word. */
export function modifierAt(words: readonly string[], at: number): Modifier | undefined {
  for (let length = Math.min(LONGEST, words.length - at); length > 0; length--) {
    const phrase = words.slice(at, at + length).join(' ')
    const share = BOOSTERS[phrase]
    if (share !== undefined && !(length === 1 && ENDS_SCOPE.has(phrase)))
      return { kind: 'booster', share, length }
    if (PSEUDO_NEGATIONS.has(phrase)) return { kind: 'nothing', length }
    const factor = NEGATORS[phrase]
    if (factor !== undefined) return { kind: 'negator', factor, length }
  }
  const word = words[at]!
  if (word.endsWith("n't")) return { kind: 'negator', factor: NEGATION_FACTOR, length: 1 }
  if (ENDS_SCOPE.has(word)) return { kind: 'end', contrast: CONTRASTS.has(word), length: 1 }
  return undefined
}

/** After these words the emphasis is on what follows (VADER's "but" rule). */
const CONTRASTS = new Set(['but', 'yet', 'however', 'though', 'although', 'nevertheless'])
