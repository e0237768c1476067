/** Pages of the documentation site: every equation card with a worked value, and the list of them. */
import { readFileSync } from 'node:fs'
import { block, code, join, plain, section, table } from '../../../tooling/site/markdown.ts'
import type { SitePage } from '../../../tooling/site/page.ts'
import type { Citation, ClassScheme, EquationCard, Limit } from '../src/domain/metrics/card.ts'
import { computeMetrics } from '../src/domain/metrics/compute-metrics.ts'
import { formatMetric } from '../src/domain/metrics/format-metric.ts'
import { type InputName, inputSpec, wireNameOf } from '../src/domain/metrics/inputs.ts'
import { preferencesOf } from '../src/domain/metrics/preferences.ts'
import { readInputs } from '../src/domain/metrics/read-inputs.ts'
import { ALL_CARDS } from '../src/domain/metrics/registry.ts'

interface Golden {
  readonly id: string
  readonly person: string
  readonly with?: Readonly<Record<string, unknown>>
  readonly working: string
  readonly value: number
  readonly decimals: number
  readonly source: string
}
const FIXTURE = JSON.parse(readFileSync(new URL('../fixtures/metrics.json', import.meta.url), 'utf8')) as {
  readonly people: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly golden: readonly Golden[]
}

const words = (name: string): string => name.replaceAll('_', ' ')
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const addressOf = (id: string): string => `metrics/${id}`
const linkTo = (id: string): string => {
  const card = ALL_CARDS.find((one) => one.id === id)
  return card === undefined ? code(id) : `[${plain(card.name)}](/${addressOf(id)})`
}

const WHO = {
  adult: 'adults from 18 years',
  child: 'children and adolescents',
  any: 'people of any age within its limits',
} as const

function citationOf({ authors, year, title, journal, doi }: Citation): string {
  const work = [`${plain(authors)} (${year})`, ...(title ? [plain(title)] : []), plain(journal)].join('. ')
  return doi === undefined ? `${work}.` : `${work}. [doi:${plain(doi)}](https://doi.org/${encodeURI(doi)})`
}

/** Returns what an input accepts: its range, its choices or its form. */
function acceptedBy(name: InputName): string {
  const spec = inputSpec(name)
  if (spec.kind === 'number') return `${spec.min} to ${spec.max}`
  if (spec.kind === 'choice') return spec.choices.map(code).join(', ')
  return spec.kind === 'flag' ? '`true` or `false`' : 'a date, `2026-11-16`'
}

const inputRow = (required: boolean) => (name: InputName) => {
  const spec = inputSpec(name)
  return [
    code(spec.wire),
    plain(spec.label),
    spec.kind === 'number' ? plain(spec.unit) : '',
    acceptedBy(name),
    required ? 'yes' : 'no',
  ]
}

const limitRow = ({ input, min, max, outside, reason }: Limit): string[] => [
  code(wireNameOf(input)),
  min === undefined ? `at most ${max}` : max === undefined ? `at least ${min}` : `${min} to ${max}`,
  outside === 'refuse' ? 'no value' : 'a value with a note',
  plain(reason),
]

function errorText({ standardError, unit }: EquationCard): string {
  if (standardError === undefined) return 'The publication gives no error, so answers have no interval.'
  const { kind, value, of, note } = standardError
  const size = (number: number): string =>
    kind === 'relative' ? `${Number((number * 100).toPrecision(3))} %` : `${number} ${plain(unit)}`.trim()
  const sizes =
    typeof value === 'number' ? size(value) : `men ${size(value.male)}, women ${size(value.female)}`
  return `Standard error of the estimate: ${of === undefined ? '' : 'at most '}${sizes} (${plain(note)}). The interval of an answer is 1.96 times as wide on each side.`
}

/** Returns who a scheme of classes is for; empty where it is for everybody. */
function whomOf({ populations, sex, minAgeYears, maxAgeYears, oedema }: ClassScheme): string {
  const years = (value: number): string => String(Number(value.toFixed(2)))
  return [
    ...(sex === undefined ? [] : [sex === 'male' ? 'male' : 'female']),
    ...(minAgeYears === undefined ? [] : [`from ${years(minAgeYears)} years`]),
    ...(maxAgeYears === undefined || maxAgeYears > 125 ? [] : [`below ${years(maxAgeYears)} years`]),
    ...(oedema === undefined ? [] : [oedema ? 'with oedema' : 'without oedema']),
    ...(populations === undefined ? [] : [`population ${populations.map(code).join(', ')}`]),
  ].join(', ')
}

const bandsOf = ({ bands }: ClassScheme): string =>
  bands
    .map(({ from, label }) =>
      Number.isFinite(from) ? `from ${from}: ${plain(label)}` : `lowest: ${plain(label)}`,
    )
    .join('<br>')

/** Returns one table for each system of classes, with its sources. */
function classTables(schemes: readonly ClassScheme[]): string {
  const systems = [...new Set(schemes.map(({ system }) => system))]
  return systems
    .map((system) => {
      const own = schemes.filter((scheme) => scheme.system === system)
      const sources = [...new Set(own.map(({ citation }) => citationOf(citation)))]
      return join(
        `### ${plain(system)}`,
        table(
          ['for', 'classes'],
          own.map((scheme) => [whomOf(scheme) || 'everybody', bandsOf(scheme)]),
        ),
        `Source: ${sources.join(' ')}`,
      ).trimEnd()
    })
    .join('\n\n')
}

const CONDITION = {
  pregnant: 'in pregnancy',
  oedema: 'with oedema',
  amputation: 'after an amputation',
} as const
const suppressionRow = ({
  when,
  effect,
  ages,
  unless,
  reason,
}: EquationCard['suppressions'][number]): string[] => [
  `${CONDITION[when]}${ages === undefined ? '' : ages === 'child' ? ', children' : ', adults'}${unless === undefined ? '' : `, unless ${code(wireNameOf(unless))} is given`}`,
  effect === 'value' ? 'value' : 'class',
  plain(reason),
]

/** Computes the golden case of a card and shows what went in, the equation with the numbers put in, and the result. */
function workedValue(card: EquationCard): string {
  const golden = FIXTURE.golden.find(({ id }) => id === card.id)
  if (golden === undefined) throw new Error(`${card.id} has no golden value in fixtures/metrics.json`)
  const given: Record<string, unknown> = { ...FIXTURE.people[golden.person], ...golden.with }
  const { inputs } = readInputs(given)
  const metric = computeMetrics(inputs, { only: new Set([card.id]) }).computed[0]
  if (metric === undefined) throw new Error(`${card.id} has no value for its golden case`)
  const used = metric.inputsUsed.map((name) => wireNameOf(name))
  // Ages are given in days or months and used in years; what was sent is shown.
  const sent = Object.entries(given).filter(
    ([name]) => used.includes(name) || name in (golden.with ?? {}) || name.startsWith('age_'),
  )
  const request = { parameters: Object.fromEntries(sent), options: { metrics: [card.id] } }
  const classes = metric.classes.map(({ system, label }) => `${plain(label)} (${plain(system)})`)
  return join(
    `For these measurements the result is **${plain(formatMetric(card, metric.value))}**${metric.standardError === undefined ? '' : ` with a standard error of ${Number(metric.standardError.toPrecision(3))}`}${classes.length === 0 ? '' : `: ${classes.join('; ')}`}. The equation with the numbers put in:`,
    block(`${golden.working} = ${golden.value.toFixed(golden.decimals)}`),
    `The value was computed apart from the code, from ${plain(golden.source)}; a unit test compares both.`,
    block(
      `curl -s http://127.0.0.1:8080/metrics -H 'content-type: application/json' -d '${JSON.stringify(request)}'`,
      'sh wrap',
    ),
  ).trimEnd()
}

function preferenceRows(card: EquationCard): string[][] {
  return preferencesOf(card.id).map(({ preference, place }) => [
    String(place),
    [
      ...(preference.purpose ?? []).map((purpose) => `for ${words(purpose)}`),
      ...(preference.when === undefined ? [] : [words(preference.when)]),
    ].join(', ') || 'always',
    plain(sentence(preference.reason)),
    citationOf(preference.citation),
  ])
}

function cardPage(card: EquationCard): SitePage {
  const alike = ALL_CARDS.filter(({ id, quantity }) => quantity === card.quantity && id !== card.id)
  const description = `${card.name}: formula, inputs, limits, published error, source and a worked value.`
  const markdown = join(
    `[All metrics](/metrics) › ${words(card.category)}`,
    table(
      ['property', 'value'],
      [
        ['name in requests and answers', code(card.id)],
        ['what it estimates', plain(words(card.quantity))],
        ['unit', card.unit === '' ? 'none' : plain(card.unit)],
        ['made for', WHO[card.appliesTo]],
        ['decimals of formatted answers', String(card.decimals)],
      ],
    ),
    section('Formula', block(card.formula)),
    section(
      'Inputs',
      table(
        ['parameter', 'meaning', 'unit', 'accepted', 'required'],
        [...card.required.map(inputRow(true)), ...card.optional.map(inputRow(false))],
      ),
    ),
    section(
      'Limits of the equation',
      table(['parameter', 'made for', 'outside', 'reason'], card.limits.map(limitRow)),
    ),
    section('Published error', errorText(card)),
    section('Worked value', workedValue(card)),
    section('Classes', classTables(card.classes)),
    section(
      'When it is withheld',
      table(['when', 'withheld', 'reason'], card.suppressions.map(suppressionRow)),
    ),
    section('Which equation leads', table(['place', 'when', 'why', 'source'], preferenceRows(card))),
    section('Other equations for the same quantity', alike.map(({ id }) => `- ${linkTo(id)}`).join('\n')),
    section('Source', citationOf(card.citation)),
  )
  return { address: addressOf(card.id), title: card.name, description, markdown }
}

function indexPage(): SitePage {
  const categories = [...new Set(ALL_CARDS.map(({ category }) => category))]
  const markdown = join(
    `The service query computes ${ALL_CARDS.length} metrics, each by one published equation or reference table. Every page has the formula, the inputs with their units and limits, the published error, the source and a worked value. The pages are generated from the code that computes the answers.`,
    ...categories.map((category) =>
      section(
        sentence(words(category)),
        table(
          ['metric', 'name in requests', 'unit', 'source'],
          ALL_CARDS.filter((card) => card.category === category).map((card) => [
            linkTo(card.id),
            code(card.id),
            plain(card.unit),
            plain(`${card.citation.authors.split(/[,;]/)[0]} ${card.citation.year}`),
          ]),
        ),
      ),
    ),
  )
  return {
    address: 'metrics',
    title: 'Equation cards',
    description:
      'Every metric of query with its formula, inputs, published error, source and a worked value.',
    markdown,
    group: 'query',
  }
}

/** Returns the pages of the equation cards. */
export const sitePages = (): SitePage[] => [indexPage(), ...ALL_CARDS.map(cardPage)]
