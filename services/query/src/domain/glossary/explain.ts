import type { StructuredQuery } from '../language/structured-query.ts'
import type { ClassScheme, EquationCard } from '../metrics/card.ts'
import { inputSpec } from '../metrics/inputs.ts'
import { type Purpose, preferenceFor } from '../metrics/preferences.ts'
import { cardById } from '../metrics/registry.ts'
import { findPattern, type Pattern, pattern } from '../wording/patterns.ts'
import { type Word, wordsOf } from '../wording/words.ts'
import { ABOUT } from './quantities.ts'
import { TERMS, type Term } from './terms.ts'

const compile = (sources: readonly string[]): readonly Pattern[] =>
  sources.map((source) => pattern(source, {}))

const TERM_PATTERNS = TERMS.map((term) => ({ term, patterns: compile(term.patterns) }))

/** Words that ask for an explanation and not for a figure. */
const ASKS_FOR_WORDS = compile([
  'what|whats is|are|was|does|do|counts|means|about',
  "what 's|s",
  'whats',
  'define|definition|explain|explained|explanation|meaning|mean|means|stand|stands|describe|understand',
  'difference|differences|differ|compare|comparison|versus|vs|better|best|instead|unlike',
  'how ~3 calculate|calculated|compute|computed|measure|measured|measuring|work|works|defined|convert|interpret|estimated|derived|obtained|taken|read',
  'how|why|where|when|which|who do|does|is|are|should|would|can|did|invented|made',
  'which|what ~4 formula|formulas|equation|equations|method|methods|cut|cutoff|cutoffs|threshold|thresholds|range|ranges|class|classes|chart|charts|reference|inputs|measurements|data|unit|units',
  'formula|equation|formulas|equations|cutoffs|cutoff|thresholds|limitations|limits',
  'cut off|offs',
  'is|are|does|do|can ~4 accurate|reliable|valid|useful|work|works|apply|applies|good|same|used|matter|need|needed',
  'tell|learn|know ~2 about',
  'how accurate|reliable|precise|good|exact',
  'how many|much ~1 pounds|lbs|kg|kilograms|cm|inches|kcal|kj|stone|feet|grams ~1 in|is|are|make',
  'is|are|does ~6 different|same|differ|depend',
  'why',
])
const ASKS_WHAT_IT_IS = compile([
  'what|does|do ~8 mean',
  'whats|what a|an',
  'what is|s|are a|an',
  'means|meaning|define|definition|explain|formula|formulas|equation|equations|difference|differences|why|cutoff|cutoffs|measured|measure|calculated|work|works|accurate|stand|used|convert|about|best|compare|range|ranges|classes|class',
  'cut off|offs',
])
const ASKS_FORMULA = compile([
  'formula|formulas|equation|equations|calculated|computed|calculate|compute|derived|need|needs|inputs|needed|work|works|math|maths|need',
])
const ASKS_CLASSES = compile([
  'cut off|offs|point|points',
  'cutoff|cutoffs|threshold|thresholds|range|ranges|class|classes|category|categories|normal|healthy|high|low|counts|obese|overweight|risk|interpret|good',
])
const ASKS_BEST = compile(['best|better|which|recommended|recommend|preferred|most|should|prefer|use'])

/** An explanation in words; no measurement is needed for it. */
export type Explanation = { readonly answer: string; readonly subjects: readonly string[] }

/** Measurements make a question one for figures. An age or a sex alone does not ("for women", "in children of 5"). */
const hasMeasurement = ({ people }: StructuredQuery): boolean =>
  people.some(
    (person) =>
      Object.keys(person.values).some((name) => name !== 'ageYears') ||
      person.targets.length > 0 ||
      (person.stated ?? []).length > 0 ||
      person.facts.birthDate !== undefined,
  )

const OWN = compile(['my|his|her|our|their|mine'])
/** Somebody is judged: "Am I at a healthy BMI?". */
const SOMEBODY = compile(['i|me|am|he|she|him|we|us|they|them'])

/** Whether what is known of somebody is enough: an age alone gives a maximum heart rate. */
const isComputable = ({ required }: EquationCard, { people }: StructuredQuery): boolean =>
  required.length > 0 &&
  people.some((person) =>
    required.every((name) => (name === 'sex' ? person.sex !== undefined : name in person.values)),
  )

const found = (patterns: readonly Pattern[], words: readonly Word[]): boolean =>
  patterns.some((one) => findPattern(one, words) !== undefined)

/** Explanations of one answer; a comparison has two sides. */
const MAX_TERMS = 2
const MAX_CARDS = 3

/**
 * Explains terms, metrics and equations from the glossary and the cards: what it is, formula, inputs, classes, for whom,
 * and differences. Returns undefined when the question gives measurements or asks for none of these.
 */
export function explain(
  structured: StructuredQuery,
  cardsOf: (topics: readonly string[]) => readonly EquationCard[],
  purpose?: Purpose,
): Explanation | undefined {
  if (hasMeasurement(structured)) return undefined
  const words = wordsOf(structured.text)
  // "normal waist hip ratio women": a judgement about nobody asks for the classes.
  const general =
    structured.intents.includes('classify') &&
    structured.topics.length > 0 &&
    !found(OWN, words) &&
    !found(SOMEBODY, words)
  if (!structured.intents.includes('define') && !general && !found(ASKS_FOR_WORDS, words)) return undefined
  const inWords = found(ASKS_WHAT_IT_IS, words)
  const asksWhatItIs = structured.intents.includes('define') || inWords
  // "What is my BMI?" asks for a figure, and the measurements are missing.
  if (!inWords && (found(OWN, words) || structured.people.some(({ values }) => values.ageYears)))
    return undefined
  // A number that was not understood may be the measurement.
  if (!inWords && structured.ambiguities.length > 0) return undefined
  const cards = cardsOf(structured.topics)
  if (!asksWhatItIs && cards.some((card) => isComputable(card, structured))) return undefined
  const compares = structured.intents.includes('compare') || structured.topics.length > 1
  const terms = termsIn(words, structured.text)
    .filter(({ id }) => !(id === 'lean_fat_free' && structured.topics.includes('ffmi')))
    .slice(0, compares ? MAX_TERMS : 1)
  const parts: string[] = terms.map(({ text }) => text)
  const subjects: string[] = terms.map(({ id }) => id)
  // A term that was found by more words than a topic already explains it.
  const covered = terms.length > 0 && !compares
  for (const topic of structured.topics) {
    const about = ABOUT[topic]
    if (
      about !== undefined &&
      !covered &&
      subjects.length < MAX_CARDS &&
      !terms.some(({ id }) => id === topic)
    ) {
      parts.push(about)
      subjects.push(topic)
    }
  }
  const single = cards.length <= MAX_CARDS ? cards : []
  for (const card of single) {
    if (!covered || found(ASKS_FORMULA, words)) parts.push(cardText(card))
    if (
      found(ASKS_CLASSES, words) &&
      !terms.some(({ id }) => id.endsWith('cutoffs') || id.endsWith('classes'))
    )
      parts.push(...classTexts(card))
    subjects.push(card.id)
  }
  if (cards.length > MAX_CARDS) parts.push(...familyText(cards, words, purpose))
  if (structured.topics.length > 1 && cards.length > 1) parts.push(...differenceText(cards))
  return parts.length === 0 ? undefined : { answer: [...new Set(parts)].join(' '), subjects }
}

/** Terms that the text names, the one with most words first. */
function termsIn(words: readonly Word[], source: string): readonly Term[] {
  // In a text all in capitals they say nothing.
  const written = new Set(source === source.toUpperCase() ? [] : source.split(/[^A-Za-z]+/))
  return TERM_PATTERNS.flatMap(({ term, patterns }) => {
    const longest = Math.max(
      term.capitals?.some((short) => written.has(short)) ? 1 : 0,
      ...patterns.map((one) => (findPattern(one, words) === undefined ? 0 : one.steps.length)),
    )
    return longest > 0 ? [{ term, longest }] : []
  })
    .sort((a, b) => b.longest - a.longest)
    .map(({ term }) => term)
}

const list = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

const cited = ({ citation }: EquationCard): string =>
  `[${citation.authors.split(',')[0]} ${citation.year}, ${citation.journal}]`

const WHOM = { adult: ' It is for adults.', child: ' It is for children and adolescents.', any: '' } as const

/** Formula, inputs, people and error of an equation in words. */
function cardText(card: EquationCard): string {
  const needs =
    card.required.length === 0 ? '' : ` It needs ${list(card.required.map((name) => inputSpec(name).label))}.`
  const { standardError: error } = card
  const size = error && (typeof error.value === 'number' ? [error.value] : Object.values(error.value))
  const unit = error?.kind === 'relative' ? '' : ` ${card.unit}`
  const precise =
    size === undefined ? '' : ` Its standard error is ${[...new Set(size)].join(' to ')}${unit}.`
  return `${card.name}: ${card.formula.replaceAll('  ', ' ')}.${needs}${WHOM[card.appliesTo]}${precise} ${cited(card)}`
}

/** Bands of a scheme as "below 18.5 …, 18.5 to below 25 …". */
function bandText({ system, sex, bands }: ClassScheme, unit: string): string {
  const named = bands.map(({ from, label }, i) => {
    const next = bands[i + 1]?.from
    if (i === 0 && next !== undefined) return `below ${next} ${label}`
    return next === undefined ? `from ${from} ${label}` : `${from} to below ${next} ${label}`
  })
  return `${system}${sex === undefined ? '' : sex === 'male' ? ', men' : ', women'}${unit ? ` (${unit})` : ''}: ${named.join(', ')}.`
}

/** Schemes told of one card; a card of many populations has more in the catalogue. */
const MAX_SCHEMES = 2
const classTexts = (card: EquationCard): readonly string[] =>
  card.classes.slice(0, MAX_SCHEMES).map((scheme) => bandText(scheme, card.unit))

/** A family of equations: which one leads and why, and the names of the others. */
function familyText(
  cards: readonly EquationCard[],
  words: readonly Word[],
  purpose: Purpose | undefined,
): readonly string[] {
  const { quantity } = cards[0]!
  const preference = preferenceFor(quantity, {}, purpose)
  if (preference === undefined || cards.some((card) => card.quantity !== quantity)) return []
  // What was measured needs no equation.
  const order = preference.order.filter((id) => cardById(id)?.formula.startsWith('as measured') === false)
  const [lead, ...following] = order.flatMap((id) => cards.find((card) => card.id === id) ?? [])
  if (lead === undefined) return []
  const others = following.slice(0, 4).map(({ name }) => name)
  const { authors, year, journal } = preference.citation
  const source = `[${authors.split(',')[0]} ${year}, ${journal}]`
  const first = `${lead.name} leads here: it ${preference.reason} ${source}.`
  const rest = others.length > 0 ? [`Others are ${list(others)}.`] : []
  return found(ASKS_BEST, words) ? [first, ...rest] : [first, cardText(lead), ...rest]
}

/** What tells two or three equations of one quantity apart: inputs, years, people. */
function differenceText(cards: readonly EquationCard[]): readonly string[] {
  const [first, second] = cards
  if (cards.length > MAX_CARDS || first === undefined || second === undefined) return []
  if (first.quantity !== second.quantity) return []
  const same = [...first.required].sort().join() === [...second.required].sort().join()
  const inputs = same
    ? 'They use the same measurements and were made on different samples'
    : 'They use different measurements'
  return [
    `${inputs} (${list(cards.map(({ citation }) => `${citation.authors.split(',')[0]} ${citation.year}`))}).`,
  ]
}
