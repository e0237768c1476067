/**
 * Trains the model of danger and writes its weights: src/domain/safety/data/danger-weights.ts.
 * Run from services/query: node bench/train-danger.ts (a minute; the same weights on every run).
 * Texts: fixtures/danger/train (written for this), half A of fixtures/danger and the texts of the rules (both without
 * what rules and signs found in them, because these were made on them) and ordinary questions of the other fixtures. Halves B and C are only measured.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { processQuery } from '../src/domain/language/query-processor.ts'
import { circumstancesOf } from '../src/domain/safety/circumstances.ts'
import { signsOf } from '../src/domain/safety/concern.ts'
import { DANGER_BUCKETS, KIND_BUCKETS } from '../src/domain/safety/danger-features.ts'
import { type Hashed, hashedOf, KINDS, WEIGHT_CHARACTERS } from '../src/domain/safety/danger-model.ts'
import { readingOf } from '../src/domain/safety/meant.ts'
import type { ConcernKind } from '../src/domain/safety/rule.ts'

const FIXTURES = new URL('../fixtures/', import.meta.url)
const OUTPUT = new URL('../src/domain/safety/data/danger-weights.ts', import.meta.url)
const TODAY = '2026-01-01'

/** Copies of a line with its alternatives drawn anew. */
const COPIES = { danger: 8, harmless: 10 }
const EPOCHS = 12
const STEP = 0.15
const DECAY = 2e-4
/** Models whose weights are averaged, each with its own order of texts. */
const MODELS = 4

const linesOf = (file: string): readonly string[] =>
  readFileSync(new URL(file, FIXTURES), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

/** Mulberry32 (public domain): small, seeded, the same everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
const random = randomFrom(7)
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
const between = (low: number, high: number): number => Math.round(low + random() * (high - low))

/** Draws one of each {a|b}. */
const drawn = (line: string): string =>
  line
    .replace(/\{([^{}]*)\}/g, (_, list: string) => pick(list.split('|')))
    .replace(/ +/g, ' ')
    .trim()

/** BMI of the people in added measurements: a wish to lose weight is harmless only for somebody who is not thin. */
const BMI = { danger: [15, 34], harmless: [18.7, 34] } as const

/** Adds measurements in many forms, as most texts carry them. */
function withMeasures(text: string, [low, high]: readonly [number, number]): string {
  const cm = between(150, 190)
  const kg = Math.round((low + random() * (high - low)) * (cm / 100) ** 2)
  const forms = [
    '',
    '',
    ', percentile?',
    `, ${kg} kg ${cm} cm`,
    ` ${kg}kg ${cm}cm bmi?`,
    `. ${kg} kg, ${cm} cm`,
    `, ${kg}kg`,
    `. bmi at ${cm}cm ${kg}kg?`,
    ` ${Math.round(kg / 0.4536)} lbs ${Math.floor(cm / 30.48)}'${Math.floor((cm % 30.48) / 2.54)}`,
    ` ${kg} kilos, 1.${cm - 100}m what's my bmi`,
    `, i'm ${between(14, 70)}, ${kg} kg`,
    `, ${pick(['f', 'm', 'woman', 'man'])} ${between(18, 70)}, ${cm} cm, ${kg} kg`,
  ]
  return text + pick(forms)
}

/** One slip of the keyboard in a quarter of the texts. */
function withSlip(text: string): string {
  if (random() > 0.25) return text
  const words = text.split(' ')
  const at = Math.floor(random() * words.length)
  const word = words[at]!
  if (word.length < 4 || /\d/.test(word)) return text
  const i = 1 + Math.floor(random() * (word.length - 2))
  const swapped = `${word.slice(0, i)}${word[i + 1]}${word[i]}${word.slice(i + 2)}`
  words[at] = random() < 0.5 ? word.slice(0, i) + word.slice(i + 1) : swapped
  return words.join(' ')
}

type Sample = { readonly hashed: Hashed; readonly kind: ConcernKind | undefined }

function sampleOf(text: string, kind: ConcernKind | 'by signs' | undefined, seesSigns = true): Sample {
  const { people, unread } = processQuery(text, { today: TODAY })
  const reading = readingOf(text)
  const about = circumstancesOf(reading.words, people)
  const signs = signsOf(reading, about, unread?.length ?? 0)
  return {
    hashed: hashedOf({ reading, about, unread: unread?.length ?? 0, ...(seesSigns && { signs }) }),
    kind: kind === 'by signs' ? signs.met?.kind : kind,
  }
}

/** A question of the other fixtures; undefined for the few that a rule meets ("goal BMI 14"), which are no harmless texts. */
function ordinaryOf(text: string): Sample | undefined {
  const { people, unread } = processQuery(text, { today: TODAY })
  const reading = readingOf(text)
  const about = circumstancesOf(reading.words, people)
  return signsOf(reading, about, unread?.length ?? 0).met?.by === 'rule'
    ? undefined
    : sampleOf(text, undefined)
}

function samples(): readonly Sample[] {
  const made: Sample[] = []
  const files: readonly (readonly [string, ConcernKind | undefined])[] = [
    ['self-harm', 'self_harm'],
    ['eating', 'eating_disorder'],
    ['emergency', 'emergency'],
    ['abuse', 'abuse'],
    ['harmless', undefined],
    ['harmless-more', undefined],
    ['ordinary', undefined],
  ]
  for (const [file, kind] of files)
    for (const line of linesOf(`danger/train/${file}.txt`))
      for (let i = 0; i < (kind ? COPIES.danger : COPIES.harmless); i++)
        made.push(sampleOf(withMeasures(withSlip(drawn(line)), kind ? BMI.danger : BMI.harmless), kind))
  for (const file of [
    'phrasings',
    'phrasings-second',
    'phrasings-third',
    'phrasings-fourth',
    'questions-before',
    'questions-after',
  ])
    for (const line of linesOf(`${file}.ndjson`)) {
      const sample = ordinaryOf((JSON.parse(line) as { text: string }).text)
      if (sample) made.push(sample)
    }
  for (const line of linesOf('danger/a.txt'))
    made.push(sampleOf(line.slice(2), line.startsWith('!') ? 'by signs' : undefined, false))
  for (const line of linesOf('danger/of-rules.txt')) {
    const [kind] = line.split(' ')
    made.push(
      sampleOf(
        line.slice(line.indexOf(' ') + 1),
        KINDS.find((one) => one === kind),
        false,
      ),
    )
  }
  return made
}

type Task = {
  readonly buckets: number
  readonly samples: readonly { readonly hashed: Hashed; readonly yes: boolean }[]
}

/** Logistic regression by AdaGrad (Duchi 2011) with decay; both classes weigh the same. Returns weights and the bias last. */
function fit({ buckets, samples }: Task, seed: number): Float64Array {
  const draw = randomFrom(seed)
  const weights = new Float64Array(buckets + 1)
  const squares = new Float64Array(buckets + 1).fill(1e-3)
  const yes = samples.filter((one) => one.yes).length
  const share = { yes: samples.length / 2 / yes, no: samples.length / 2 / (samples.length - yes) }
  const order = [...samples.keys()]
  const move = (at: number, slope: number): void => {
    squares[at]! += slope * slope
    weights[at]! -= (STEP * slope) / Math.sqrt(squares[at]!)
  }
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(draw() * (i + 1))
      ;[order[i], order[j]] = [order[j]!, order[i]!]
    }
    for (const i of order) {
      const { hashed, yes: wanted } = samples[i]!
      let sum = weights[buckets]!
      for (const [bucket, value] of hashed) sum += weights[bucket % buckets]! * value
      const error = (1 / (1 + Math.exp(-sum)) - (wanted ? 1 : 0)) * (wanted ? share.yes : share.no)
      for (const [bucket, value] of hashed) {
        const at = bucket % buckets
        move(at, error * value + DECAY * weights[at]!)
      }
      move(buckets, error)
    }
  }
  return weights
}

function average(task: Task): Float64Array {
  const mean = new Float64Array(task.buckets + 1)
  for (let model = 0; model < MODELS; model++)
    for (const [i, weight] of fit(task, 100 + model).entries()) mean[i]! += weight / MODELS
  return mean
}

const HIGHEST = (WEIGHT_CHARACTERS.length - 1) / 2
/** Writes weights as characters; the largest are cut where fewer than one in a thousand lies. */
function written(models: readonly Float64Array[]): string {
  const sizes = models.flatMap((weights) => [...weights.slice(0, -1)].map(Math.abs)).sort((a, b) => a - b)
  const scale = sizes[Math.floor(sizes.length * 0.999)]! / HIGHEST
  const text = models
    .flatMap((weights) => [...weights.slice(0, -1)])
    .map(
      (weight) =>
        WEIGHT_CHARACTERS[HIGHEST + Math.max(-HIGHEST, Math.min(HIGHEST, Math.round(weight / scale)))],
    )
    .join('')
  const bias = models.map((weights) => Number(weights.at(-1)!.toPrecision(6)))
  return `{\n    scale: ${Number(scale.toPrecision(6))},\n    bias: [${bias.join(', ')}],\n    text: '${text}',\n  }`
}

const all = samples()
const dangerous = all.filter(({ kind }) => kind !== undefined)
const danger = average({
  buckets: DANGER_BUCKETS,
  samples: all.map(({ hashed, kind }) => ({ hashed, yes: kind !== undefined })),
})
const kinds = KINDS.map((kind) =>
  average({
    buckets: KIND_BUCKETS,
    samples: dangerous.map((one) => ({ hashed: one.hashed, yes: one.kind === kind })),
  }),
)
writeFileSync(
  OUTPUT,
  `// Generated by bench/train-danger.ts; do not edit.
import type { WrittenWeights } from '../danger-features.ts'

/** Weights of the model of danger, and of the model of its kinds. */
export const DANGER_WEIGHTS: { readonly danger: WrittenWeights; readonly kinds: WrittenWeights } = {
  danger: ${written([danger])},
  kinds: ${written(kinds)},
}
`,
)
console.log(
  `${all.length} texts, ${dangerous.length} about danger; weights written to ${OUTPUT.pathname.split('/services/')[1]}`,
)
