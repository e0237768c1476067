import { ChartFrame } from '@assay/ui/chart-frame'
import { formatNumber } from '@assay/ui/format'
import { Histogram } from '@assay/ui/histogram'
import type { SurveyTables } from '../../service.ts'
import { TEXT } from '../../text.ts'

const Z_TICKS = [-6, -4, -2, 0, 2, 4, 6].map((at) => ({ at, label: String(at).replace('-', '−') }))
const DIGITS = Array.from({ length: 10 }, (_, digit) => digit)
const DIGIT_TICKS = DIGITS.map((digit) => ({ at: digit + 0.5, label: String(digit) }))

/** The z-scores of every index beside the reference. */
export function Distributions({ survey }: { survey: SurveyTables }) {
  const indices = Object.entries(survey.indices).filter(([, { z }]) => z.count > 0)
  if (indices.length === 0) return null
  return (
    <section className="stack">
      <h2>{TEXT.survey.distribution}</h2>
      <p className="soft">{TEXT.survey.distributionLead}</p>
      <div className="histograms">
        {indices.map(([index, { z, histogram }]) => {
          const title = TEXT.survey.indices[index] ?? index
          return (
            <ChartFrame
              key={index}
              title={title}
              name={`z-${index}`}
              words={TEXT.chart}
              table={{
                columns: [TEXT.survey.from, TEXT.survey.children, TEXT.survey.reference],
                rows: histogram.counts.map((count, i) => [
                  Number((histogram.from + i * histogram.width).toFixed(2)),
                  count,
                  histogram.expected[i] ?? 0,
                ]),
              }}
            >
              <Histogram
                {...histogram}
                title={`${title}: ${z.count} ${TEXT.survey.children}, ${TEXT.survey.mean} ${z.mean === null ? '–' : formatNumber(z.mean, 2)}`}
                ticks={Z_TICKS}
                cuts={[-2, 2]}
                xLabel={TEXT.survey.zAxis}
              />
            </ChartFrame>
          )
        })}
      </div>
    </section>
  )
}

/** How often each last digit was written. */
export function Digits({ survey: { quality } }: { survey: SurveyTables }) {
  const shown = [
    { title: TEXT.survey.weights, name: 'weight-digits', counts: quality.weight_digits },
    { title: TEXT.survey.heights, name: 'height-digits', counts: quality.height_digits },
  ].flatMap((one) => {
    const total = one.counts.reduce((sum, count) => sum + count, 0)
    return total === 0 ? [] : [{ ...one, expected: one.counts.map(() => total / 10) }]
  })
  if (shown.length === 0) return null
  return (
    <section className="stack">
      <h2>{TEXT.survey.digits}</h2>
      <p className="soft">{TEXT.survey.digitsLead}</p>
      <div className="histograms">
        {shown.map(({ title, name, counts, expected }) => (
          <ChartFrame
            key={name}
            title={title}
            name={name}
            words={TEXT.chart}
            table={{
              columns: [TEXT.survey.digit, TEXT.survey.children],
              rows: counts.map((count, digit) => [digit, count]),
            }}
          >
            <Histogram
              title={`${title}: ${counts.map((count, digit) => `${digit}: ${count}`).join(', ')}`}
              from={0}
              width={1}
              counts={counts}
              expected={expected}
              ticks={DIGIT_TICKS}
              xLabel={TEXT.survey.digit}
            />
          </ChartFrame>
        ))}
      </div>
      {quality.whole_year_ages_percent === null ? null : (
        <p>
          {TEXT.survey.heaping}: {TEXT.survey.heapingText(formatNumber(quality.whole_year_ages_percent, 1))}
        </p>
      )}
    </section>
  )
}
