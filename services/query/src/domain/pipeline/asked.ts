import { DAYS_PER_MONTH, UNITS } from '../units.ts'
import { findPattern, type Match, type Pattern, pattern } from '../wording/patterns.ts'
import { type Word, wordsOf } from '../wording/words.ts'
import { withoutDays } from './days-of-month.ts'

/** What a question asks beyond a metric: a limit to reach, a change since then, a target share of fat. */
export type Asked = {
  /** BMI at the limit of a class that the question names. */
  readonly bmiLimit?: { readonly value: number; readonly name: string }
  /** The largest waist that is still half of the height. */
  readonly waistLimit: boolean
  /** Weight is to be lost. */
  readonly loss: boolean
  /** The share by which the weight changed. */
  readonly percentChange: boolean
  /** A metric as it was before the pregnancy. */
  readonly beforePregnancy: boolean
  /** How a metric differs between then and now. */
  readonly change: boolean
  /** A size is asked for that lies on this centile of the growth reference. */
  readonly centile?: { readonly value: number; readonly of: readonly ('heightCm' | 'weightKg')[] }
  /** A way "from 90 to 80 kg", in kg. */
  readonly way?: { readonly fromKg: number; readonly toKg: number }
  /** Time in which a change of weight is wished, in weeks. */
  readonly withinWeeks?: number
  /** Weight that is to be lost, in kg. */
  readonly loseKg?: number
  /** Rate of a change of weight, in kg per week. */
  readonly kgPerWeek?: number
  /** Share of fat to reach at the same fat-free mass, in percent, or half of the present one. */
  readonly fatTarget?: number | 'half'
}

/** Kilograms by the word for a unit of weight. */
const MASS: ReadonlyMap<string, number> = new Map(
  [UNITS.kg, UNITS.pound, UNITS.stone].flatMap(({ words, factor }) =>
    words.split(' ').map((word) => [word, factor] as const),
  ),
)
const CONCEPTS = { mass: [...MASS.keys()].join(' ') }

const compile = (sources: readonly string[]): readonly Pattern[] =>
  sources.map((source) => pattern(source, CONCEPTS))

const REACH =
  'leave|leaving|stop|longer|border|limit|boundary|line|threshold|out|under|below|above|become|becoming|until|before|get|reach|reaching|count|considered|classed|start|starts|begins|begin|enter|be|from|into|when|at'
const NAMED: readonly (readonly [number, string, readonly Pattern[]])[] = [
  [
    30,
    'the limit between overweight and obesity',
    compile([
      'between|from overweight ~2 obese|obesity',
      `weight|weigh|kg|lb|lbs|pounds|stone|heavy|lose ~8 ${REACH} ~3 obese|obesity`,
      `${REACH} ~3 obese|obesity ~6 weight|weigh|kg|lb|pounds|stone|lose`,
    ]),
  ],
  [
    25,
    'the upper end of the normal range',
    compile([
      'between|from normal|healthy ~3 overweight',
      `weight|weigh|kg|lb|lbs|pounds|stone|heavy|lose ~8 ${REACH} ~3 overweight`,
      `${REACH} ~3 overweight ~6 weight|weigh|kg|lb|pounds|stone|lose`,
      'lose ~8 healthy|normal ~2 weight|bmi|range',
      'healthy|normal ~2 weight|bmi|range ~6 lose',
      'above|over|exceed|exceeding ~3 healthy|normal ~2 weight|bmi|range',
    ]),
  ],
  [
    18.5,
    'the lower end of the normal range',
    compile([
      'between|from underweight ~3 normal|healthy',
      `weight|weigh|kg|lb|lbs|pounds|stone|light|gain|put|add ~8 ${REACH} ~3 underweight`,
      `${REACH} ~3 underweight ~6 weight|weigh|kg|lb|pounds|stone|gain|put`,
      'gain|put ~8 healthy|normal ~2 weight|bmi|range',
      'healthy|normal ~2 weight|bmi|range ~6 gain|put',
      'below|under ~3 healthy|normal ~2 weight|bmi|range',
    ]),
  ],
]
const WAIST = compile([
  'waist ~8 half ~3 height',
  'half ~3 height ~6 waist',
  'waist ~6 healthy|largest|maximum|max ~6 height',
])
const CHANGE = compile([
  'change|changed|changes|difference|differ|differs|progress|improved|improvement|dropped|fallen|risen|increased|decreased|gone',
  'before ~2 after',
  'then ~2 now',
  'both|two|each times|points|dates|occasions|visits|weights|years',
  'in #1950-2100 ~10 in #1950-2100',
  'how much|far ~4 since|from',
])
const LOSS = compile([
  'lose|losing|shed|shedding|drop|dropping|slim|slimming|burn ~4 kg|kgs|kilos|kilo|lb|lbs|pound|pounds|stone|weight|fat|inches',
  'how much|many|far ~3 lose|shed|drop',
  'weight loss',
  'put|get|go|be on ~1 diet',
  'calorie|kcal|energy deficit',
])
const PERCENT_CHANGE = compile([
  'percent|percentage|% ~3 loss|lost|lose|drop|dropped|gain|gained|change|down|up',
  'loss|lost|drop|dropped|gain|gained|change ~4 percent|percentage|%',
])
const BEFORE_PREGNANCY = compile([
  'bmi ~4 before|prior|pre ~3 pregnancy|pregnant|conceiving|conception|baby',
  'pre pregnancy|pregnant bmi',
  'prepregnancy|prepregnant bmi',
  'before|prior ~3 pregnancy|pregnant ~4 bmi',
])
const HALF_FAT = compile(['halve|halving|half ~4 fat'])
const FAT_TARGET = compile([
  'weigh|weight|be ~6 at|to|with|for|of #2-60 ~2 fat|bf|bodyfat',
  'reach|get|down|drop|target|goal ~4 #2-60 ~2 fat|bf|bodyfat',
])

const CENTILE = compile([
  '#1-99 th|st|nd|rd ~1 percentile|centile|percentiles|centiles',
  '#1-99 percentile|centile',
  'percentile|centile #1-99',
])
const MEDIAN = compile([
  'average|median|typical|normal|usual|mean ~1 height|weight|size|length',
  'how tall|heavy|big|long ~3 average|typical|normal|usual|should',
  'how much should|would|ought|do|does ~6 weigh',
  'what should|would|ought|does ~6 weigh',
  '#50-50 th ~1 percentile|centile',
])
const SIZE = compile([
  'how tall|heavy|big|long|much',
  'what|which ~6 weigh|weight|height|length|tall|size',
  'average|median|typical|normal|usual ~1 height|weight|size|length',
  'height|weight|length|size of|for|at|on ~3 #1-99',
])
const TALL = compile(['tall|height|length|long|stature'])
const HEAVY = compile(['weigh|weighs|weight|heavy|kg|lb|lbs|pounds|kilograms|stone'])
const RATE = compile([
  '#0.05-5 ~1 @mass per|a|each|every|weekly|week ~1 week',
  'half a|an ~1 @mass ~1 per|a|each|every week',
  'a|one @mass per|a|each|every week',
])

const WAY = compile(['from #5-700 ~1 to ~1 #5-700 ~1 @mass', 'from #5-700 ~1 down to ~1 #5-700 ~1 @mass'])
/** Weights that somebody who changes weight may have, kg: "from 5 to 6 pounds" tells of something else. */
const WAY_KG = { min: 20, max: 700 }

/** Kilograms of one unit of weight: of the first after a word. */
const unitAfter = (words: readonly Word[], at: number): number | undefined =>
  words.slice(at + 1).flatMap(({ text }) => MASS.get(text) ?? [])[0]

/** A change of weight between two stated ends, each in the unit after it; undefined when there is none. */
function wayIn(words: readonly Word[]): Asked['way'] {
  const match = WAY.map((one) => findPattern(one, words)).find((one) => one !== undefined)
  if (match === undefined) return undefined
  const own = words.slice(match.from, match.to)
  const [fromKg, toKg] = own.flatMap(({ number }, i) =>
    number === undefined ? [] : [number * (unitAfter(own, i) ?? 1)],
  )
  const isWeight = (kg: number | undefined): kg is number =>
    kg !== undefined && kg >= WAY_KG.min && kg <= WAY_KG.max
  return isWeight(fromKg) && isWeight(toKg) ? { fromKg, toKg } : undefined
}

/** Rate of a change of weight in kg per week, as in "half a kilo per week"; undefined when none is given. */
function rateIn(words: readonly Word[]): number | undefined {
  for (const one of RATE) {
    const match = findPattern(one, words)
    if (match === undefined) continue
    const own = words.slice(match.from, match.to)
    const amount =
      own[0]!.text === 'half' ? 0.5 : (own.find(({ number }) => number !== undefined)?.number ?? 1)
    return amount * (unitAfter(own, 0) ?? 1)
  }
  return undefined
}

/** Not "in a day": that asks for a figure per day. */
const WITHIN = compile([
  'in|within|inside ~2 #2-60 day|days|week|weeks|fortnights|month|months',
  'in|within|inside ~1 #1-1|a|one|the|next week|fortnight|month',
  'by|before next|this week|month',
])
const WEEKS_OF: Readonly<Record<string, number>> = {
  day: 1 / 7,
  week: 1,
  fortnight: 2,
  month: DAYS_PER_MONTH / 7,
}

const PAST = new Set('lost gained dropped was went fell shed'.split(' '))
const PAST_REACH = 6

function everyMatch(one: Pattern, words: readonly Word[]): readonly Match[] {
  const matches: Match[] = []
  for (let match = findPattern(one, words); match; match = findPattern(one, words, match.from + 1))
    matches.push(match)
  return matches
}

/** Words between an amount and its time: "lose 10 kg before the wedding in 3 weeks". */
const TIME_REACH = 6
/** A question of its own stands between: "lose 10 kg, how much should I lose in a week?". */
const ASKING = new Set('how what which should can could kcal and'.split(' '))

/** Whether a time is that of an amount or a goal right before it, in the same sentence. */
function isOfAmount(words: readonly Word[], at: number): boolean {
  for (let i = at - 1; i >= Math.max(0, at - 1 - TIME_REACH); i--) {
    const { sentence, text, number } = words[i]!
    if (sentence !== words[at]!.sentence || (ASKING.has(text) && !isHalfMore(words, i))) return false
    if (MASS.has(text)) return true
    // "get to 60 in a month"; "I turn 34 in 2 weeks" is an age.
    if (number !== undefined) return i > 0 && TOWARDS.has(words[i - 1]!.text)
  }
  return false
}
/** "a stone and a half". */
const isHalfMore = (words: readonly Word[], at: number): boolean =>
  ['and', 'a', 'half'].every((text, i) => words[at + i]?.text === text)
const TOWARDS = new Set('to reach weigh under below until'.split(' '))

/** "60 kg in a month": weeks until a wish is to be met. */
function weeksIn(words: readonly Word[]): number | undefined {
  // "lost 6 kg in 3 months" is over.
  const isOver = ({ from }: Match): boolean =>
    words.slice(Math.max(0, from - PAST_REACH), from).some(({ text }) => PAST.has(text))
  const match = WITHIN.flatMap((one) => everyMatch(one, words)).find(
    (one) => isOfAmount(words, one.from) && !isOver(one),
  )
  if (match === undefined) return undefined
  const own = words.slice(match.from, match.to)
  const weeks = WEEKS_OF[own.at(-1)!.text.replace(/s$/, '')]
  return weeks === undefined
    ? undefined
    : weeks * (own.find(({ number }) => number !== undefined)?.number ?? 1)
}

const TO_LOSE = compile([
  'lose|losing|drop|dropping|shed|cut|cutting ~2 #2-90 @mass',
  'lose|losing|drop|dropping|shed|cut|cutting ~2 #1-90 and a half @mass',
  'lose|losing|drop|dropping|shed|cut|cutting ~2 #1-2|a|half st|stone|stones',
])

/** "lose 10 kg", "lose half a stone": what is to be lost, in kg. */
function loseIn(words: readonly Word[]): number | undefined {
  // "drop to 10 stone" is a goal; "lose 5 to 10 kg" and "lose up to 10 kg" are amounts.
  const isGoal = ({ fitted }: Match): boolean =>
    words.slice(fitted[0]! + 1, fitted[1]).some(({ text }, i) => {
      const before = words[fitted[0]! + i]!
      return TOWARDS.has(text) && before.number === undefined && before.text !== 'up'
    })
  const match = TO_LOSE.flatMap((one) => everyMatch(one, words)).find((one) => !isGoal(one))
  if (match === undefined) return undefined
  const at = match.fitted[1]!
  const { text, number } = words[at]!
  const isHalf = text === 'half' || (text === 'a' && words[at - 1]!.text === 'half')
  const more = isHalfMore(words, at + 1) || isHalfMore(words, match.to) ? 0.5 : 0
  return (isHalf ? 0.5 : (number ?? 1) + more) * MASS.get(words[match.to - 1]!.text)!
}

/** Centile whose size is asked for: "how tall is a girl of 5 on the 50th centile", "average weight of a boy of 3". */
function centileIn(words: readonly Word[]): Asked['centile'] {
  const found = (patterns: readonly Pattern[]): boolean =>
    patterns.some((one) => findPattern(one, words) !== undefined)
  if (!found(SIZE)) return undefined
  const match = CENTILE.map((one) => findPattern(one, words)).find((one) => one !== undefined)
  const value = match
    ? words.slice(match.from, match.to).find(({ number }) => number !== undefined)?.number
    : found(MEDIAN)
      ? 50
      : undefined
  if (value === undefined) return undefined
  const [tall, heavy] = [found(TALL), found(HEAVY)]
  return { value, of: tall === heavy ? ['heightCm', 'weightKg'] : tall ? ['heightCm'] : ['weightKg'] }
}

/** Reads what a question asks beyond its metrics. */
export function askedBeyond(text: string): Asked {
  // A sign of percent that belongs to no number is a word: "BMI and % loss".
  const words = withoutDays(wordsOf(text.replace(/(^|[^\d\s])(\s*)%/g, '$1$2 percent ')))
  const found = (patterns: readonly Pattern[]): boolean =>
    patterns.some((one) => findPattern(one, words) !== undefined)
  const limit = NAMED.find(([, , patterns]) => found(patterns))
  const fat = FAT_TARGET.map((one) => findPattern(one, words)).find((match) => match !== undefined)
  const percent = fat && words.slice(fat.from, fat.to).findLast(({ number }) => number !== undefined)?.number
  const fatTarget = found(HALF_FAT) ? ('half' as const) : percent
  const [centile, kgPerWeek, way] = [centileIn(words), rateIn(words), wayIn(words)]
  const [withinWeeks, loseKg] = [weeksIn(words), loseIn(words)]
  return {
    ...(limit && { bmiLimit: { value: limit[0], name: limit[1] } }),
    waistLimit: found(WAIST),
    loss: found(LOSS),
    percentChange: found(PERCENT_CHANGE),
    beforePregnancy: found(BEFORE_PREGNANCY),
    change: found(CHANGE),
    ...(fatTarget !== undefined && { fatTarget }),
    ...(centile && { centile }),
    ...(kgPerWeek !== undefined && { kgPerWeek }),
    ...(way && { way }),
    ...(withinWeeks !== undefined && { withinWeeks }),
    ...(loseKg !== undefined && { loseKg }),
  }
}
