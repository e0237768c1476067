import { HISTOGRAM } from '../domain/survey/quality.ts'

/** Drawings of a survey report as SVG inside the page: no script, no font, no image from elsewhere. */

const INK = '#1f3a4d'
const MUTED = '#8a97a0'
const FILL = '#9db9cc'
const ACCENT = '#b3541e'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Escapes text for HTML and SVG; control characters become spaces. */
export const html = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character]!).replace(/\p{Cc}/gu, ' ')

const at = (value: number): string => value.toFixed(1)
const text = (x: number, y: number, words: string, more = '') =>
  `<text x="${at(x)}" y="${at(y)}" ${more}>${html(words)}</text>`
const line = (x1: number, y1: number, x2: number, y2: number, stroke = MUTED, more = '') =>
  `<line x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}" stroke="${stroke}" ${more}/>`
const svg = (width: number, height: number, label: string, inside: string) =>
  `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${html(label)}" font-family="sans-serif" font-size="10">${inside}</svg>`

const normalDensity = (z: number) => Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI)

/** Draws the distribution of z-scores beside the standard normal curve, which a healthy population would follow. */
export function zPlot(title: string, counts: readonly number[]): string {
  const [width, height, left, bottom, top] = [340, 190, 34, 160, 24]
  const total = counts.reduce((sum, count) => sum + count, 0)
  const densities = counts.map((count) => (total === 0 ? 0 : count / total / HISTOGRAM.width))
  const highest = Math.max(0.45, ...densities) * 1.05
  const x = (z: number) =>
    left + ((z - HISTOGRAM.from) / (HISTOGRAM.bins * HISTOGRAM.width)) * (width - left - 8)
  const y = (density: number) => bottom - (density / highest) * (bottom - top)
  const bars = densities
    .map((density, i) => {
      if (density === 0) return ''
      const from = HISTOGRAM.from + i * HISTOGRAM.width
      const [x0, x1, y0] = [x(from), x(from + HISTOGRAM.width), y(density)]
      return `<rect x="${at(x0)}" y="${at(y0)}" width="${at(x1 - x0)}" height="${at(bottom - y0)}" fill="${FILL}" stroke="#fff" stroke-width="0.5"/>`
    })
    .join('')
  const points = Array.from({ length: 121 }, (_, i) => -6 + i / 10)
    .map((z) => `${at(x(z))},${at(y(normalDensity(z)))}`)
    .join(' ')
  const ticks = [-6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 6]
    .map(
      (z) =>
        line(x(z), bottom, x(z), bottom + 4) +
        text(x(z), bottom + 15, String(z).replace('-', '−'), `text-anchor="middle" fill="${INK}"`),
    )
    .join('')
  const cut = [-2, 2]
    .map((z) => line(x(z), top, x(z), bottom, ACCENT, 'stroke-dasharray="2 3" stroke-width="0.7"'))
    .join('')
  return svg(
    width,
    height,
    `${title}: distribution of z-scores of ${total} children beside the standard normal curve`,
    text(left, 14, `${title} (n = ${total})`, `font-weight="bold" fill="${INK}"`) +
      bars +
      cut +
      `<polyline points="${points}" fill="none" stroke="${ACCENT}" stroke-width="1.4"/>` +
      line(left, bottom, width - 8, bottom, INK) +
      ticks +
      text((left + width) / 2, height - 3, 'z-score (SD)', `text-anchor="middle" fill="${INK}"`),
  )
}

/** One group of a prevalence plot, in percent. */
export interface PlotGroup {
  readonly name: string
  readonly n: number
  readonly estimate: number
  readonly low: number
  readonly high: number
}

const niceStep = (highest: number) => [1, 2, 5, 10, 20, 25].find((step) => highest / step <= 6) ?? 25
const MAX_PLOT_GROUPS = 60

/** Draws the prevalence of each group as a point with its 95 % interval. */
export function prevalencePlot(title: string, groups: readonly PlotGroup[]): string {
  const shown = groups.slice(0, MAX_PLOT_GROUPS)
  const [width, left, top, rowHeight] = [700, 205, 26, 15]
  const bottom = top + shown.length * rowHeight + 4
  const highest = Math.max(5, ...shown.map(({ high }) => Math.min(100, high)))
  const step = niceStep(highest)
  const last = Math.min(100, Math.ceil(highest / step) * step)
  const x = (percent: number) => left + (percent / last) * (width - left - 95)
  const grid = Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => i * step)
    .map(
      (tick) =>
        line(x(tick), top, x(tick), bottom, '#dde3e7') +
        text(x(tick), bottom + 12, `${tick} %`, `text-anchor="middle" fill="${INK}"`),
    )
    .join('')
  const rows = shown
    .map(({ name, n, estimate, low, high }, i) => {
      const y = top + i * rowHeight + rowHeight / 2
      const label = name.length > 38 ? `${name.slice(0, 37)}…` : name
      const numbers = `${estimate.toFixed(1)} (${low.toFixed(1)}–${high.toFixed(1)})`
      return (
        text(left - 6, y + 3, label, `text-anchor="end" fill="${INK}"`) +
        line(x(low), y, x(high), y, INK, 'stroke-width="1.3"') +
        line(x(low), y - 3, x(low), y + 3, INK) +
        line(x(high), y - 3, x(high), y + 3, INK) +
        `<circle cx="${at(x(estimate))}" cy="${at(y)}" r="3" fill="${ACCENT}"><title>${html(`${name}, n = ${n}`)}</title></circle>` +
        text(width - 2, y + 3, numbers, `text-anchor="end" fill="${INK}" font-size="9"`)
      )
    })
    .join('')
  return svg(
    width,
    bottom + 18,
    `${title} by group, percent with 95 % interval`,
    text(left, 14, `${title}, % (95 % interval)`, `font-weight="bold" fill="${INK}"`) + grid + rows,
  )
}

/** Draws how often each last digit was written; without preference all bars are at the line. */
export function digitPlot(title: string, digits: readonly number[], score: number): string {
  const [width, height, left, bottom, top] = [340, 120, 34, 92, 24]
  const total = digits.reduce((sum, count) => sum + count, 0)
  const shares = digits.map((count) => (total === 0 ? 0 : (100 * count) / total))
  const highest = Math.max(20, ...shares)
  const slot = (width - left - 8) / 10
  const y = (percent: number) => bottom - (percent / highest) * (bottom - top)
  const bars = shares
    .map((share, i) => {
      const x = left + i * slot
      return (
        `<rect x="${at(x + 3)}" y="${at(y(share))}" width="${at(slot - 6)}" height="${at(bottom - y(share))}" fill="${FILL}"/>` +
        text(x + slot / 2, bottom + 12, String(i), `text-anchor="middle" fill="${INK}"`)
      )
    })
    .join('')
  const heading = Number.isFinite(score)
    ? `${title}: last digit, score ${score.toFixed(0)}`
    : `${title}: last digit`
  return svg(
    width,
    height,
    `${title}: share of each last digit of ${total} values`,
    text(left, 14, heading, `font-weight="bold" fill="${INK}"`) +
      bars +
      line(left, y(10), width - 8, y(10), ACCENT, 'stroke-dasharray="3 3"') +
      text(left - 4, y(10) + 3, '10 %', `text-anchor="end" fill="${INK}" font-size="9"`) +
      line(left, bottom, width - 8, bottom, INK),
  )
}
