import type { ReportedObservation } from '../../src/domain/report/report.ts'
import { observations, THRESHOLD, truthOf } from './case.ts'
import { bar, dot, line, picture, scale, text, WIDTH } from './svg.ts'

const ROW = 34

/** Draws the candidates of one observation: probability as a bar, 90 % bounds as a line below it. */
export function candidatesPlot({ candidates, none }: ReportedObservation): string {
  const x = scale([0, 1], [190, WIDTH - 70])
  const top = 50
  const rows = candidates.map(({ name, key, probability, bounds }, i) => {
    const y = top + i * ROW
    return [
      text(180, y + 14, name ?? key, { anchor: 'end' }),
      bar(x(0), y + 3, x(probability) - x(0), 14, 'fa'),
      line(x(bounds[0]), y + 22, x(bounds[1]), y + 22, 'a'),
      text(WIDTH - 60, y + 14, probability.toFixed(2), { style: 'faint' }),
    ].join('\n')
  })
  const last = top + candidates.length * ROW
  const grid = [0, 0.25, 0.5, 0.75, 1].map((p) =>
    [
      line(x(p), top - 6, x(p), last + ROW - 4, p === THRESHOLD ? 'axis dashed' : 'grid'),
      text(x(p), last + ROW + 14, String(p), { anchor: 'middle', style: 'faint' }),
    ].join('\n'),
  )
  return picture(
    last + ROW + 30,
    {
      title: 'Candidates of the feature and none of these',
      description: 'Probability of each candidate as a bar, with its 90 % bounds as a line below.',
    },
    [
      ...grid,
      ...rows,
      text(180, last + 14, 'none of these', { anchor: 'end', style: 'faint' }),
      bar(x(0), last + 3, x(none) - x(0), 14, 'fb'),
      text(WIDTH - 60, last + 14, none.toFixed(2), { style: 'faint' }),
    ],
  )
}

/** Draws the best candidate of every feature by its probability, right ones above wrong ones. */
export function truthPlot(): string {
  const x = scale([0, 1], [190, WIDTH - 40])
  const lanes = [
    { label: 'right', y: 80, style: 'fd' },
    { label: 'wrong', y: 140, style: 'fb' },
    { label: 'none was listed', y: 200, style: 'fe' },
  ] as const
  const dots = observations.map(({ observationId, candidates }, i) => {
    const real = truthOf.get(observationId!)
    const best = candidates[0]!
    const lane = real === null ? lanes[2] : best.key === real!.inchikey.slice(0, 14) ? lanes[0] : lanes[1]
    return dot(x(best.probability), lane.y + 7 * ((i % 5) - 2), 4, lane.style)
  })
  return picture(
    260,
    {
      title: 'Best candidate of each feature, by probability',
      description:
        'Right candidates above, wrong ones in the middle, features without a right candidate below.',
    },
    [
      ...[0, 0.25, 0.5, 0.75, 1].map((p) =>
        [
          line(x(p), 55, x(p), 225, p === THRESHOLD ? 'axis dashed' : 'grid'),
          text(x(p), 244, String(p), { anchor: 'middle', style: 'faint' }),
        ].join('\n'),
      ),
      ...lanes.map(({ label, y }) => text(180, y + 5, label, { anchor: 'end' })),
      ...dots,
    ],
  )
}
