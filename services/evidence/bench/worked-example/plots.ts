import { TERMS } from '../../src/domain/fuzzy/linguistic-variables.ts'
import { normalisedDegrees, reportedTerms } from '../../src/domain/fuzzy/term-sets.ts'
import { NOMINAL_COVERAGE } from '../../src/domain/inference/bounds.ts'
import { temporalWeight } from '../../src/domain/inference/decay.ts'
import { sigmoid } from '../../src/domain/numerics/logistic.ts'
import { NORMAL_95 } from '../../src/domain/numerics/normal.ts'
import { assessment, config, result } from './case.ts'
import { bar, curve, dot, line, picture, scale, text } from './svg.ts'

const STROKES = ['b', 'e', 'c', 'a', 'd']
const FILLS = ['fb', 'fe', 'fc', 'fa', 'fd']
const steps = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count + 1 }, (_, i) => from + ((to - from) * i) / count)

/** The five terms, and what a value of 0.80 ± 0.05 and one of 0.80 ± 0.15 are in them. */
export function membershipPlot(value: number, spreads: readonly number[]): string {
  const x = scale([0, 1], [60, 480])
  const y = scale([0, 1], [250, 60])
  const terms = reportedTerms.triangular
  const parts = [
    ...[0, 0.25, 0.5, 0.75, 1].flatMap((v) => [
      line(x(v), y(0), x(v), y(1), 'grid'),
      text(x(v), 270, v.toFixed(2), { anchor: 'middle', style: 'faint' }),
      text(52, y(v) + 4, v.toFixed(2), { anchor: 'end', style: 'faint' }),
    ]),
    text(x(0.5), 292, 'value of the item', { anchor: 'middle', style: 'faint' }),
    ...TERMS.flatMap((term, t) => [
      curve(
        steps(0, 1, 200).map((v) => [x(v), y(normalisedDegrees(terms, v, 0)[t]!)]),
        `${STROKES[t]} thick`,
      ),
      text(x(terms.centers[t]!) + (t === 0 ? 4 : t === 4 ? -4 : 0), 53, term, {
        anchor: t === 0 ? 'start' : t === 4 ? 'end' : 'middle',
        style: FILLS[t]!,
      }),
    ]),
    line(x(value), y(0), x(value), y(1), 'axis dashed'),
    text(510, 68, `degrees of ${value.toFixed(2)}`, { style: 'ink' }),
    ...spreads.flatMap((spread, k) => {
      const top = 92 + k * 68
      const degrees = normalisedDegrees(terms, value, spread)
      let left = 510
      return [
        text(510, top, spread === 0 ? 'exact' : `± ${spread.toFixed(2)}`, { style: 'faint' }),
        ...degrees.flatMap((degree, t) => {
          const width = 190 * degree
          const drawn = [bar(left, top + 8, width, 18, FILLS[t]!)]
          if (degree > 0.2)
            drawn.push(
              text(left + width / 2, top + 42, degree.toFixed(2), { anchor: 'middle', style: FILLS[t]! }),
            )
          left += width
          return drawn
        }),
      ]
    }),
  ]
  return picture(
    310,
    {
      title: 'An uncertain value belongs to several terms at once',
      description: `Five terms over the value; degrees of ${value} for uncertainties ${spreads.join(', ')}.`,
    },
    parts,
  )
}

/** What one item of log-likelihood ratio λ leaves as it ages: on the log-odds, and what a decayed confidence would say. */
export function decayPlot(lambda: number): string {
  const x = scale([0, 540], [60, 530])
  const y = scale([0, 1], [250, 60])
  const days = steps(0, 540, 108)
  const weight = (day: number) => temporalWeight(day, config.halfLifeDays)
  const honest = days.map((day): [number, number] => [x(day), y(sigmoid(weight(day) * lambda))])
  const naive = days.map((day): [number, number] => [x(day), y(weight(day) * sigmoid(lambda))])
  const parts = [
    ...[0, 0.25, 0.5, 0.75, 1].flatMap((v) => [
      line(60, y(v), 530, y(v), v === 0.5 ? 'axis' : 'grid'),
      text(52, y(v) + 4, v.toFixed(2), { anchor: 'end', style: 'faint' }),
    ]),
    ...[0, 90, 180, 270, 360, 450, 540].map((day) =>
      text(x(day), 270, String(day), { anchor: 'middle', style: 'faint' }),
    ),
    text(295, 292, `age in days (half-life ${config.halfLifeDays})`, { anchor: 'middle', style: 'faint' }),
    curve(honest, 'a thick'),
    curve(naive, 'b thick dashed'),
    text(545, honest.at(-1)![1] - 8, 'here: decay of λ', { style: 'fa' }),
    text(545, y(0.5) + 16, 'even odds: no evidence', { style: 'faint' }),
    text(545, naive.at(-1)![1] - 4, 'not this: decay of', { style: 'fb' }),
    text(545, naive.at(-1)![1] + 12, 'the confidence', { style: 'fb' }),
  ]
  return picture(
    310,
    {
      title: 'Old support returns to “no evidence”, not to “evidence against”',
      description:
        'Posterior of one item over its age, with decay of its log-likelihood ratio and of a confidence.',
    },
    parts,
  )
}

/** What each independent group says, with 90 % of its own noise, and the sum with its bounds. */
export function groupsPlot(): string {
  const rows = [
    { name: 'prior and rivals', logOdds: result.baseLogOdds, half: 0, style: 'fe', stroke: 'e' },
    ...result.groups.map((group) => ({
      name: `${group.type}, ${group.group}`,
      logOdds: group.logOdds,
      half: NORMAL_95 * Math.sqrt(group.variance),
      style: group.logOdds < 0 ? 'fb' : 'fa',
      stroke: group.logOdds < 0 ? 'b' : 'a',
    })),
    {
      name: 'sum, with the 90 % bounds',
      logOdds: result.logOdds,
      half: result.halfWidth,
      style: 'fd',
      stroke: 'd',
    },
  ]
  const reach = 2 * Math.ceil(Math.max(...rows.map(({ logOdds, half }) => Math.abs(logOdds) + half)) / 2)
  const x = scale([-reach, reach], [270, 690])
  const top = 60
  const height = top + rows.length * 34
  const parts = [
    ...steps(-reach, reach, reach).flatMap((v) => [
      line(x(v), top - 8, x(v), height, v === 0 ? 'axis' : 'grid'),
      text(x(v), height + 18, String(Math.round(v)), { anchor: 'middle', style: 'faint' }),
    ]),
    ...rows.flatMap(({ name, logOdds, half, style, stroke }, i) => {
      const y = top + 14 + i * 34
      return [
        text(258, y + 4, name, { anchor: 'end' }),
        line(x(logOdds - half), y, x(logOdds + half), y, `${stroke} thick`),
        dot(x(logOdds), y, 5, style),
      ]
    }),
    text(480, height + 40, 'log-odds: against  ←  0  →  for', { anchor: 'middle', style: 'faint' }),
  ]
  return picture(
    height + 56,
    {
      title: `What each group says, and ${100 * NOMINAL_COVERAGE} % bounds of the sum`,
      description: 'Log-odds of every group with its noise, and their sum.',
    },
    parts,
  )
}

/** From the base score to the score, one step per group, those against first so that the way stays within [0, 1]. */
export function contributionsPlot(): string {
  const { overallScore, baseScore } = assessment.fuzzyConfidence
  const groupOf = (i: number) => `${result.items[i]!.item.type}, ${result.items[i]!.item.group}`
  const steps = new Map<string, { sum: number; count: number }>()
  assessment.contributions.forEach(({ contributionScore }, i) => {
    const held = steps.get(groupOf(i)) ?? { sum: 0, count: 0 }
    steps.set(groupOf(i), { sum: held.sum + contributionScore, count: held.count + 1 })
  })
  const sorted = [...steps].sort(([, a], [, b]) => Number(a.sum > 0) - Number(b.sum > 0) || b.sum - a.sum)
  const x = scale([0, 1], [275, 640])
  const top = 60
  const height = top + (sorted.length + 2) * 34
  let at = baseScore
  const parts = [
    ...[0, 0.25, 0.5, 0.75, 1].flatMap((v) => [
      line(x(v), top - 8, x(v), height, 'grid'),
      text(x(v), height + 18, v.toFixed(2), { anchor: 'middle', style: 'faint' }),
    ]),
    text(258, top + 18, 'base: prior and rivals', { anchor: 'end' }),
    bar(x(0), top + 4, x(baseScore) - x(0), 20, 'fe'),
    text(x(baseScore) + 6, top + 18, baseScore.toFixed(2)),
    ...sorted.flatMap(([name, { sum, count }], i) => {
      const y = top + 4 + (i + 1) * 34
      const from = at
      at += sum
      const right = Math.max(from, at)
      return [
        text(258, y + 14, count > 1 ? `${count} × ${name}` : name, { anchor: 'end' }),
        bar(x(Math.min(from, at)), y, Math.max(1.5, Math.abs(x(at) - x(from))), 20, sum < 0 ? 'fb' : 'fa'),
        text(x(right) + 6, y + 14, `${sum < 0 ? '−' : '+'}${Math.abs(sum).toFixed(2)}`),
      ]
    }),
    text(258, height - 16, 'score', { anchor: 'end' }),
    bar(x(0), height - 30, x(overallScore) - x(0), 20, 'fd'),
    text(x(overallScore) + 6, height - 16, overallScore.toFixed(2)),
    text(480, height + 40, 'probability', { anchor: 'middle', style: 'faint' }),
  ]
  return picture(
    height + 56,
    {
      title: 'Contributions: base + all steps = score, exactly',
      description: `From ${baseScore.toFixed(2)} to ${overallScore.toFixed(2)} by group.`,
    },
    parts,
  )
}
