/** Pages of the documentation site: every score card with worked values, and the list of them. */
import { block, code, join, plain, section, table } from '../../../tooling/site/markdown.ts'
import type { SitePage } from '../../../tooling/site/page.ts'
import { SCORE_CARDS } from '../src/domain/scores/catalogue.ts'
import type { ScoreCard } from '../src/domain/scores/score-card.ts'

const CARDS: readonly ScoreCard[] = SCORE_CARDS

const words = (name: string): string => name.replaceAll('_', ' ')
const addressOf = (id: string): string => `score-cards/${id.replaceAll('.', '-')}`
const linkTo = (id: string): string => `[${code(id)}](/${addressOf(id)})`

const DIRECTION = {
  higher: 'a higher score is better',
  lower: 'a lower score is better',
  nearer_zero: 'a score nearer to zero is better',
} as const

/** Largest bound that a tool fixes; beyond it the range only keeps out garbage. */
const OPEN = 1e5
const isOpen = ({ range }: ScoreCard): boolean => range.some((end) => Math.abs(end) >= OPEN)
const rangeOf = (card: ScoreCard): string => (isOpen(card) ? 'open' : `${card.range[0]} to ${card.range[1]}`)

/** Raw scores for the worked values: the ends of a range and points between, or typical scores on an open scale. */
function samplesOf(card: ScoreCard): number[] {
  const [low, high] = card.range
  if (card.kind === 'mass_error') return [0, 1, -2, 5, 10]
  if (high <= 1) return low < -1 ? [-5, -20, -50].filter((raw) => raw >= low) : [low, 0.25, 0.5, 0.9, high]
  return isOpen(card) ? [0, 1, 5, 20] : [0, 0.25, 0.5, 0.9, 1].map((share) => low + share * (high - low))
}

/** Shows what raw scores become, by the function that imports use. */
function workedValues(card: ScoreCard): string {
  if (card.type === undefined)
    return 'The score is kept in the metadata of the items and not counted as evidence, so it has no value.'
  const [, high] = card.range
  const scale = card.scaleOfFile && Number.isFinite(high) && high < OPEN ? high : 1
  const best = Math.min(high, -5)
  const rows = samplesOf(card)
    .filter((raw) => !card.missing.includes(raw))
    .map((raw) => [String(Number(raw.toFixed(4))), card.transform.of(raw, { scale, best }).toFixed(4)])
  return join(
    card.scaleOfFile ? `In a file whose scores go up to ${scale}:` : '',
    card.transform.text.includes('best') ? `In a list whose best score is ${best}:` : '',
    table(['score in the file', 'value of the item'], rows),
  ).trimEnd()
}

function cardPage(card: ScoreCard): SitePage {
  const inside = CARDS.filter(({ contains }) => contains?.includes(card.id))
  const markdown = join(
    `[All score cards](/score-cards) › ${plain(card.tool)}`,
    table(
      ['property', 'value'],
      [
        ['tool', plain(card.tool)],
        ['columns of the file', card.columns.map(code).join(', ')],
        ...(card.pattern === undefined ? [] : [['columns with a variable part', code(card.pattern.source)]]),
        ...(card.accession === undefined ? [] : [['term of the PSI-MS vocabulary', code(card.accession)]]),
        ['kind of score', words(card.kind)],
        ['accepted scores', rangeOf(card)],
        ['direction', DIRECTION[card.direction]],
        ['scores that mean “missing”', card.missing.join(', ') || 'none beside empty cells'],
        ['evidence type', card.type === undefined ? 'none: kept, not counted' : code(card.type)],
        ...(card.type === undefined ? [] : [['standard deviation of the value', String(card.uncertainty)]]),
        ...(card.metadata === undefined ? [] : [['name in the metadata', code(card.metadata)]]),
      ],
    ),
    plain(card.note ?? ''),
    section('Formula', card.type === undefined ? '' : block(`value = ${card.transform.text}`)),
    section('Worked values', workedValues(card)),
    section(
      'Parts',
      card.contains === undefined
        ? ''
        : `The score contains others. It counts only where none of them has a value: ${card.contains.map(linkTo).join(', ')}.`,
    ),
    section('Part of', inside.map(({ id }) => `- ${linkTo(id)}`).join('\n')),
    section('Source', `${plain(card.citation)}.`),
  )
  return {
    address: addressOf(card.id),
    title: `${card.tool}: ${card.columns[0]}`,
    description: `How evidence reads ${card.columns[0]} of ${card.tool}: range, formula, worked values and source.`,
    markdown,
  }
}

function indexPage(): SitePage {
  const tools = [...new Set(CARDS.map(({ tool }) => tool))]
  const markdown = join(
    `The service evidence reads ${CARDS.length} scores of ${tools.length} tools. Every page has the columns in which a score is found, its range, the formula that makes it a value between 0 and 1, worked values and the source. The pages are generated from the code of the importers. [One table of all cards](/evidence/score-cards) is for printing.`,
    ...tools.map((tool) =>
      section(
        plain(tool),
        table(
          ['card', 'column', 'kind', 'evidence'],
          CARDS.filter((card) => card.tool === tool).map((card) => [
            linkTo(card.id),
            code(card.columns[0] ?? ''),
            words(card.kind),
            card.type === undefined
              ? 'kept, not counted'
              : `${code(card.type)} = ${code(card.transform.text)}`,
          ]),
        ),
      ),
    ),
  )
  return {
    address: 'score-cards',
    title: 'Score cards',
    description: 'How each score of each tool becomes evidence: range, formula, worked values and source.',
    markdown,
    group: 'evidence',
  }
}

/** Returns the pages of the score cards. */
export const sitePages = (): SitePage[] => [indexPage(), ...CARDS.map(cardPage)]
