import MiniSearch from 'minisearch'
import { isKnownWord } from '../language/phrases.ts'
import type { StructuredQuery } from '../language/structured-query.ts'
import { tokenize } from '../language/tokens.ts'
import type { EquationCard } from '../metrics/card.ts'
import { ALL_CARDS, cardById } from '../metrics/registry.ts'
import { unitOfWord } from '../units.ts'
import type { Grounded } from './semantic-grounding.ts'

type Retrieved = { readonly id: string; readonly score: number }

/** What is known about the question: the metrics to work with and how they were found. */
export type Knowledge = {
  readonly candidates: readonly string[]
  readonly how: 'named' | 'retrieved' | 'overview'
  readonly retrieved: readonly Retrieved[]
}

const document = (card: EquationCard) => ({
  id: card.id,
  name: card.name,
  words: card.id.replaceAll('_', ' '),
  quantity: card.quantity.replaceAll('_', ' '),
  category: card.category.replaceAll('_', ' '),
  authors: card.citation.authors,
  unit: card.unit,
})

/** Words of nearly every question or card, which say nothing about which card is meant. */
const STOP_WORDS = new Set(
  'a an the of for by and or in is are was what my his her me i how much many to from with at on please calculate compute give tell show body index mass weight height age sex male female man woman kg cm year years old value estimate'.split(
    ' ',
  ),
)
const meaningful = (term: string): string | null => {
  const word = term.toLowerCase()
  return word.length < 3 || STOP_WORDS.has(word) || /^\d/.test(word) ? null : word
}

/** Makes the index of all cards for the first question that needs a search. */
const makeIndex = () => {
  const index = new MiniSearch<ReturnType<typeof document>>({
    fields: ['name', 'words', 'quantity', 'category', 'authors'],
    storeFields: [],
    processTerm: meaningful,
    searchOptions: {
      boost: { name: 3, words: 3, authors: 2, quantity: 2 },
      combineWith: 'OR',
      fuzzy: (term) => (term.length > 5 ? 0.15 : false),
      prefix: (term) => term.length > 4,
      processTerm: meaningful,
    },
  })
  index.addAll(ALL_CARDS.map(document))
  return index
}
let index: ReturnType<typeof makeIndex> | undefined

/** Longest part of a question that is searched with; the topic of a question stands in its first words. */
const MAX_SEARCH_LENGTH = 300
/** Hits below this share of the best one are not about the same thing. */
const RELATIVE_CUT = 0.6
/** A best hit below this is noise: one rare word of an author or a name scores about 15. */
const LEAST_SCORE = 12

/** Words that the reader of measurements has no use for: they may name an equation or its author. */
function unexplainedWords(text: string): string {
  const words: string[] = []
  let length = 0
  for (const token of tokenize(text)) {
    if (token.kind !== 'word' || isKnownWord(token.text) || unitOfWord(token.text)) continue
    words.push(token.text)
    length += token.text.length + 1
    if (length > MAX_SEARCH_LENGTH) break
  }
  return words.join(' ')
}

/** Searches the equation cards by words (BM25 with prefixes and one slip; MiniSearch). */
function retrieveCards(text: string, limit = 12): readonly Retrieved[] {
  index ??= makeIndex()
  return index
    .search(text.slice(0, MAX_SEARCH_LENGTH))
    .slice(0, limit)
    .map(({ id, score }) => ({ id: String(id), score }))
}

/**
 * Chooses the cards to work with: those that the topics name, otherwise those found by a search with the words of the
 * question, otherwise all of them when the question only gives measurements.
 */
export function knowledgeFor(structured: StructuredQuery, grounded: Grounded): Knowledge {
  if (grounded.wanted.length > 0) return { candidates: grounded.wanted, how: 'named', retrieved: [] }
  const retrieved = retrieveCards(unexplainedWords(structured.text))
  const best = retrieved[0]?.score ?? 0
  if (
    best >= LEAST_SCORE &&
    structured.intents.every((intent) => intent === 'calculate' || intent === 'compare')
  ) {
    const candidates = retrieved.filter(({ score }) => score >= RELATIVE_CUT * best).map(({ id }) => id)
    return { candidates, how: 'retrieved', retrieved }
  }
  return {
    candidates: ALL_CARDS.filter((card) => !card.id.startsWith('cdc_')).map((card) => card.id),
    how: 'overview',
    retrieved,
  }
}

/** Returns the alternatives: cards of the same quantity as the candidates that were not asked for. */
export function relatedCards(ids: readonly string[]): readonly string[] {
  const asked = new Set(ids)
  const quantities = new Set(ids.map((id) => cardById(id)?.quantity))
  return ALL_CARDS.filter(
    (card) => quantities.has(card.quantity) && !asked.has(card.id) && !card.id.startsWith('cdc_'),
  ).map((card) => card.id)
}
