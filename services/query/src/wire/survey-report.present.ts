import { SURVEY_INDICES, type SurveyIndex } from '../domain/survey/score-child.ts'
import type { TableRow } from '../domain/survey/tables.ts'
import type { TableSummary } from '../operations/ports.ts'
import { REFERENCES } from './intended-use.ts'
import { digitPlot, html, type PlotGroup, prevalencePlot, zPlot } from './survey-plots.present.ts'

const NAMES: Readonly<Record<string, string>> = {
  length_height_for_age: 'Length or height for age',
  height_for_age: 'Height for age',
  weight_for_age: 'Weight for age',
  bmi_for_age: 'BMI for age',
  weight_for_length_height: 'Weight for length or height',
  underweight: 'Underweight (weight for age below −2 SD)',
  severe_underweight: 'Severe underweight (below −3 SD)',
  stunting: 'Stunting (height for age below −2 SD)',
  severe_stunting: 'Severe stunting (below −3 SD)',
  wasting: 'Wasting (weight for height below −2 SD, or oedema)',
  severe_wasting: 'Severe wasting (below −3 SD, or oedema)',
  thinness: 'Thinness (BMI for age below −2 SD)',
  severe_thinness: 'Severe thinness (below −3 SD)',
  stunted_and_wasted: 'Stunted and wasted',
  stunted_and_overweight: 'Stunted and overweight',
}
const OVERWEIGHT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  under_5: {
    overweight: 'Overweight (weight for height above +2 SD)',
    obesity: 'Obesity (above +3 SD)',
  },
  '5_to_19': { overweight: 'Overweight (BMI for age above +1 SD)', obesity: 'Obesity (above +2 SD)' },
}
const STATISTICS: Readonly<Record<string, string>> = {
  'below_-3': '% below −3 SD',
  'below_-2': '% below −2 SD',
  'below_-1': '% below −1 SD',
  above_1: '% above +1 SD',
  above_2: '% above +2 SD',
  above_3: '% above +3 SD',
  mean_z: 'Mean z',
}

const fixed = (value: number | undefined, decimals = 1) =>
  value === undefined || !Number.isFinite(value) ? '–' : value.toFixed(decimals).replace('-', '−')
const range = (low: number | undefined, high: number | undefined, decimals = 1) =>
  low === undefined || high === undefined
    ? ''
    : `<small>(${fixed(low, decimals)} to ${fixed(high, decimals)})</small>`
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  `<table><thead><tr>${head.map((cell) => `<th>${cell}</th>`).join('')}</tr></thead><tbody>${rows
    .map(
      (row) =>
        `<tr>${row.map((cell, i) => (i === 0 ? `<th scope="row">${cell}</th>` : `<td>${cell}</td>`)).join('')}</tr>`,
    )
    .join('')}</tbody></table>`
const list = (items: readonly string[]) =>
  `<ul>${items.map((item) => `<li>${html(item)}</li>`).join('')}</ul>`

/** Statistics that a printed table shows for an index: what has a meaning there (WHO/UNICEF 2019). */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  length_height_for_age: ['below_-3', 'below_-2'],
  height_for_age: ['below_-3', 'below_-2'],
  weight_for_age: ['below_-3', 'below_-2'],
  weight_for_length_height: ['below_-3', 'below_-2', 'above_1', 'above_2', 'above_3'],
  bmi_for_age: ['below_-3', 'below_-2', 'above_1', 'above_2', 'above_3'],
}

function indexTable(index: string, rows: readonly TableRow[]): string {
  const statistics = SHOWN[index] ?? []
  const groups = new Map<string, Map<string, TableRow>>()
  for (const row of rows)
    if (row.index === index)
      groups.set(row.group, (groups.get(row.group) ?? new Map()).set(row.statistic, row))
  const lines = [...groups].map(([group, figures]) => {
    const mean = figures.get('mean_z')
    return [
      html(group),
      fixed(mean?.n, 0),
      ...statistics.map((name) => {
        const figure = figures.get(name)
        return `${fixed(figure?.estimate)} ${range(figure?.low, figure?.high)}`
      }),
      `${fixed(mean?.estimate, 2)} ${range(mean?.low, mean?.high, 2)}`,
      fixed(mean?.standardDeviation, 2),
    ]
  })
  return `<section><h3>${html(NAMES[index] ?? index)}</h3>${table(
    ['Group', 'n', ...statistics.map((name) => STATISTICS[name]!), 'Mean z', 'SD'],
    lines,
  )}</section>`
}

function combinedTable(rows: readonly TableRow[]): string {
  const both = rows.filter(({ statistic }) => statistic.startsWith('stunted_and_'))
  if (both.length === 0) return ''
  const groups = [...new Set(both.map(({ group }) => group))]
  const cell = (group: string, statistic: string) => {
    const figure = both.find((row) => row.group === group && row.statistic === statistic)
    return `${fixed(figure?.estimate)} ${range(figure?.low, figure?.high)}`
  }
  return `<section><h3>Stunting together with wasting or overweight</h3>${table(
    ['Group', 'n', '% stunted and wasted', '% stunted and overweight'],
    groups.map((group) => [
      html(group),
      fixed(both.find((row) => row.group === group)?.n, 0),
      cell(group, 'stunted_and_wasted'),
      cell(group, 'stunted_and_overweight'),
    ]),
  )}</section>`
}

/** Groups of a plot: everybody, then single variables; age by sex would make it unreadable. */
const plotted = (rows: readonly TableRow[], index: string, statistic: string): PlotGroup[] =>
  rows.flatMap((row) =>
    row.index === index &&
    row.statistic === statistic &&
    !row.groupTitle.startsWith('Age + ') &&
    row.estimate !== undefined &&
    row.low !== undefined &&
    row.high !== undefined
      ? [{ name: row.group, n: row.n ?? 0, estimate: row.estimate, low: row.low, high: row.high }]
      : [],
  )

const PLOTS: Readonly<Record<string, readonly (readonly [string, string, string])[]>> = {
  under_5: [
    ['Stunting', 'length_height_for_age', 'below_-2'],
    ['Wasting', 'weight_for_length_height', 'below_-2'],
    ['Overweight', 'weight_for_length_height', 'above_2'],
    ['Underweight', 'weight_for_age', 'below_-2'],
  ],
  '5_to_19': [
    ['Stunting', 'height_for_age', 'below_-2'],
    ['Thinness', 'bmi_for_age', 'below_-2'],
    ['Overweight', 'bmi_for_age', 'above_1'],
    ['Obesity', 'bmi_for_age', 'above_2'],
  ],
}

function designText({ design }: TableSummary): string {
  const parts = [
    design.strata === undefined ? undefined : `${design.strata} strata`,
    design.clusters === undefined ? undefined : `${design.clusters} clusters`,
    design.weights ? 'sampling weights' : undefined,
  ].filter((part) => part !== undefined)
  return parts.length === 0
    ? 'simple random sample assumed (no strata, clusters or weights)'
    : parts.join(', ')
}

/** A warning with the name of its index in words. */
const plainWarning = (warning: string) => {
  const at = warning.indexOf(':')
  return (NAMES[warning.slice(0, at)] ?? warning.slice(0, at)) + warning.slice(at)
}

function qualitySection(summary: TableSummary, indices: readonly SurveyIndex[]): string {
  const { quality, analysed } = summary
  const share = (count: number) =>
    `${count} (${fixed(analysed === 0 ? undefined : (100 * count) / analysed)} %)`
  const { missing } = quality
  const spread = indices.map((index) => {
    const { z, flagged } = summary.indices[index]
    return [
      html(NAMES[index]!),
      String(z.count),
      `${flagged.count} (${fixed(flagged.percent)} %)`,
      fixed(z.mean, 2),
      fixed(z.standardDeviation, 2),
      fixed(z.skewness, 2),
      fixed(z.excessKurtosis, 2),
    ]
  })
  return `<h2>Data quality</h2>
${quality.warnings.length === 0 ? '<p>No quality figure is beyond its published limit.</p>' : `<div class="warn"><strong>To be looked into</strong>${list(quality.warnings.map(plainWarning))}</div>`}
${table(
  ['Check', 'children'],
  [
    ['Without a sex', share(missing.sex)],
    ['Without an age', share(missing.age)],
    ['Without a weight', share(missing.weight)],
    ['Without a length or height', share(missing.height)],
    ['With oedema', share(quality.oedema)],
    ['Ages that are whole years (about 8 % expected)', `${fixed(quality.wholeYearAgesPercent)} %`],
    ['Rows with an error', String(summary.refusedRows)],
  ],
)}
${table(['z-scores, not weighted', 'n', 'flagged', 'mean', 'SD', 'skewness', 'excess kurtosis'], spread)}
<p class="note">Flagged z-scores are beyond WHO's limits of plausibility and count as missing for that index. In well-measured surveys the SD is about 1.0 to 1.2; a wider spread is largely measurement error (WHO 1995). A digit preference score above 20 is problematic (SMART).</p>
<div class="plots">${digitPlot('Weight', quality.weightDigits, quality.weightDigitPreference)}${digitPlot('Length or height', quality.heightDigits, quality.heightDigitPreference)}</div>`
}

const STYLE = `@page{size:A4;margin:16mm 14mm}*{box-sizing:border-box}body{font:10.5pt/1.45 system-ui,sans-serif;color:#1c2b36;max-width:190mm;margin:0 auto;padding:8mm}
h1{font-size:20pt;margin:0 0 2mm;color:#1f3a4d}h2{font-size:14pt;margin:8mm 0 2mm;border-bottom:1.5px solid #1f3a4d;break-after:avoid}h3{font-size:11.5pt;margin:5mm 0 1.5mm;break-after:avoid}
p{margin:1.5mm 0}.lead{color:#47606f}.use,.warn{border-left:4px solid #1f3a4d;background:#f2f6f9;padding:2.5mm 4mm;margin:4mm 0;break-inside:avoid}.warn{border-color:#b3541e;background:#fbf3ee}.note{font-size:9pt;color:#47606f}
table{border-collapse:collapse;width:100%;margin:2mm 0;font-size:8.6pt}thead{display:table-header-group}tr{break-inside:avoid}th,td{padding:1mm 1.6mm;border-bottom:.5px solid #cdd7de;text-align:right;vertical-align:top}th:first-child{text-align:left;font-weight:400;white-space:nowrap}thead th{border-bottom:1px solid #1f3a4d;font-weight:600!important;vertical-align:bottom}small{color:#5a6f7c;white-space:nowrap}
.plots{display:grid;grid-template-columns:1fr 1fr;gap:3mm;break-inside:avoid}section{break-inside:avoid}.wide svg{margin:3mm 0;break-inside:avoid}svg{width:100%;height:auto;display:block}ul,ol{margin:1mm 0;padding-left:6mm}li{margin:.6mm 0}code{font-size:9pt}@media print{body{padding:0;max-width:none}}`

/** Writes the survey as one printable page: no script, nothing from other addresses. */
export function surveyReport(
  summary: TableSummary,
  {
    title = 'Nutrition survey of children',
    today,
  }: { readonly title?: string | undefined; readonly today: string },
): string {
  const underFive = summary.ages === 'under_5'
  const indices = underFive ? SURVEY_INDICES : SURVEY_INDICES.slice(0, 3)
  const named = { ...NAMES, ...OVERWEIGHT[summary.ages] }
  const { layout, read, unread, assumed } = summary.table
  const prevalence = Object.entries(summary.named).map(([name, { count, of, percent, low, high }]) => [
    html(named[name] ?? name),
    String(of),
    String(count),
    `<strong>${fixed(percent)}</strong>`,
    Number.isFinite(low) ? `${fixed(low)} to ${fixed(high)}` : '–',
  ])
  const plots = PLOTS[summary.ages]!.map(([name, index, statistic]) =>
    prevalencePlot(name, plotted(summary.tables, index, statistic)),
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${html(title)}</title><style>${STYLE}</style></head><body>
<h1>${html(title)}</h1>
<p class="lead">${summary.analysed} children analysed (${summary.boys} boys, ${summary.girls} girls), ${underFive ? 'birth to 5 years, WHO Child Growth Standards 2006' : '5 to 19 years, WHO Reference 2007'}. ${summary.rows} rows read, ${summary.leftOut} outside the analysis. Design: ${html(designText(summary))}. Report of ${html(today)}.</p>
<div class="use"><strong>Intended use.</strong> Estimates of prevalence for programmes and statistics, read by people who know how the survey was sampled and measured. They say nothing about a single child, and are no diagnosis and no basis for treatment or dosing.</div>
${summary.design.notes.length > 0 ? `<div class="warn"><strong>Design</strong>${list(summary.design.notes)}</div>` : ''}
<h2>Prevalence</h2>
${table(['Indicator', 'n', 'children', '%', '95 % interval'], prevalence)}
<p class="note">n: children with the index; children: those counted, not weighted. Percentages and intervals use the design of the survey.</p>
<h2>Prevalence by group</h2><div class="wide">${plots.join('')}</div>
<section><h2>Distribution of z-scores</h2>
<p class="note">Bars: children of the survey. Curve: the standard normal distribution of the reference population. A curve shifted to the left shows undernutrition of the whole population; a wide one, poor measurement.</p>
<div class="plots">${indices.map((index) => zPlot(NAMES[index]!, summary.indices[index].histogram)).join('')}</div></section>
${qualitySection(summary, indices)}
<h2>Tables</h2>
<p class="note">Percent (or mean z) with its 95 % interval in brackets. n counts children, those with oedema included. A dash: nobody in the group, or no interval. 0 % and 100 % have no interval of their own in this method.</p>
${[...new Set(summary.tables.map(({ index }) => index))].map((index) => (SHOWN[index] ? indexTable(index, summary.tables) : '')).join('')}
${combinedTable(summary.tables)}
<h2>How the data were read</h2>
${layout === undefined ? '' : `<p>Layout: ${html(layout)}.</p>`}
<p>Columns read: ${
    Object.entries(read)
      .slice(0, 60)
      .map(([column, name]) => `<code>${html(column)}</code> as ${html(name)}`)
      .join(', ') || 'none'
  }.</p>
<p>Columns not read: ${
    unread
      .slice(0, 60)
      .map((column) => `<code>${html(column)}</code>`)
      .join(', ') || 'none'
  }.</p>
${assumed.length === 0 ? '' : list(assumed)}
<h2>Methods</h2>
<p>z-scores by the LMS method, rounded to two decimals; those beyond WHO's limits count as missing for that index. A child with oedema counts as below −3 SD in the indices of weight. Rows outside the age range leave the analysis. Standard errors by linearisation over the whole design, each group being a domain; a stratum with one cluster adds the square of its total. Limits of percentages by Student's t on the logit scale with ${summary.design.degreesOfFreedom} degrees of freedom (clusters minus strata).</p>
<section><h2>References</h2>
<ol>${[
    ...REFERENCES,
    'Binder DA. On the variances of asymptotically normal estimators from complex surveys. Int Stat Rev 1983;51:279–292.',
    'SMART. Measuring mortality, nutritional status and food security in crisis situations: SMART methodology, version 2; 2017.',
  ]
    .map((reference) => `<li>${html(reference)}</li>`)
    .join('')}</ol></section>
</body></html>
`
}
