import { isCalibrated } from '../inference/calibrated.ts'
import type { ReportedCandidate, ReportedObservation, ReportRecord } from './report.ts'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (char) => ESCAPES[char]!)

const percent = (probability: number): string => {
  const value = 100 * probability
  if (value > 99.9) return '&gt; 99.9 %'
  return value < 0.1 ? '&lt; 0.1 %' : `${value.toFixed(1)} %`
}

/** A light page for paper: no script and no external resource. Wide text wraps, observations stay on one page. */
const STYLE = `
:root{color-scheme:light}
body{font:10.5pt/1.45 Georgia,'Times New Roman',serif;color:#1c1c1c;background:#fff;max-width:48rem;margin:2rem auto;padding:0 1.2rem}
h1{font-size:1.5rem;margin:0 0 .2rem}
h2{font-size:1.05rem;margin:0 0 .35rem}
table{border-collapse:collapse;width:100%;font:9.5pt/1.4 'Helvetica Neue',Arial,sans-serif}
th,td{text-align:left;vertical-align:top;padding:.22rem .5rem .22rem 0;border-bottom:1px solid #ddd}
th{font-weight:600;color:#555;border-bottom-color:#999}
td.n,th.n{text-align:right;padding-right:1.1rem;white-space:nowrap;font-variant-numeric:tabular-nums}
.meta,.why,.key{font:8.5pt/1.45 'Helvetica Neue',Arial,sans-serif;color:#555}
.meta dt{float:left;clear:left;width:9.5rem}
.meta dd{margin:0 0 0 9.5rem;overflow-wrap:anywhere}
.note{border-left:3px solid #b8860b;padding:.1rem .7rem;margin:.8rem 0}
section{margin:1.5rem 0;break-inside:avoid}
.why{margin:.4rem 0 0;padding-left:1.1rem}
.accepted td:first-child{font-weight:600}
.none td{color:#555;font-style:italic}
.bar{display:block;height:.4rem;background:#eee;margin-top:.2rem;position:relative}
.bar i{position:absolute;top:0;bottom:0;background:#c9d6e3}
.bar b{position:absolute;top:0;bottom:0;width:2px;background:#1f4e79}
td,th,h2,dd{overflow-wrap:anywhere}
@page{margin:16mm}
@media print{body{margin:0;max-width:none;padding:0}}
`

/** Draws the bounds as a bar from 0 to 1, with the probability as a line. */
function bar({ bounds: [low, high], probability }: ReportedCandidate): string {
  const place = (x: number): string => (100 * x).toFixed(2)
  return `<span class="bar"><i style="left:${place(low)}%;width:${place(high - low)}%"></i><b style="left:${place(Math.min(0.995, probability))}%"></b></span>`
}

function flipText({ itemsToRemove, verdict, contributions }: ReportedCandidate): string {
  if (itemsToRemove === null) return 'No removal of evidence turns this verdict.'
  const named = itemsToRemove
    .slice(0, 8)
    .map((id) => {
      const part = contributions.find(({ evidenceId }) => evidenceId === id)
      return part === undefined ? id : `${part.type} of ${part.source}`
    })
    .join(', ')
  const more = itemsToRemove.length > 8 ? ` and ${itemsToRemove.length - 8} more` : ''
  return `Without ${escaped(named)}${more} it would be ${verdict === 'accepted' ? 'rejected' : 'accepted'}.`
}

/** Most contributions that the page explains for one candidate; the table and the JSON have all. */
const EXPLAINED = 8

function explanation(candidate: ReportedCandidate): string {
  const { contributions, name, key, moleculeIds } = candidate
  const parts = contributions
    .slice(0, EXPLAINED)
    .map(
      ({ type, source, value, contribution }) =>
        `${escaped(type)} of ${escaped(source)} at ${value.toFixed(2)} (${contribution >= 0 ? '+' : '−'}${Math.abs(contribution).toFixed(3)})`,
    )
  const rest = contributions.length > EXPLAINED ? `, and ${contributions.length - EXPLAINED} more` : ''
  return `<li><strong>${escaped(name ?? moleculeIds[0] ?? key)}</strong>: ${parts.join(', ')}${rest}. ${flipText(candidate)} ${escaped(candidate.level.reason)}</li>`
}

function rowOf(candidate: ReportedCandidate): string {
  const { name, key, moleculeIds, probability, bounds, level, verdict } = candidate
  const label =
    name === null
      ? escaped(moleculeIds[0] ?? key)
      : `${escaped(name)}<br><span class="key">${escaped(key)}</span>`
  return `<tr class="${verdict}"><td>${label}</td><td class="n">${percent(probability)}</td><td class="n">${percent(bounds[0])} – ${percent(bounds[1])}${bar(candidate)}</td><td>${level.schymanski ?? '–'}</td><td>${level.msi ?? '–'}</td><td>${verdict}</td></tr>`
}

function observationHtml(observation: ReportedObservation, ofRun: boolean): string {
  const { candidates, candidatesTotal, others, none, observationId, runId } = observation
  const title =
    observationId === null
      ? `Molecule ${candidates[0]?.moleculeIds[0] ?? ''}`
      : // The run of a whole report stands in its title.
        `Observation ${observationId}${runId && !ofRun ? ` of run ${runId}` : ''}`
  const left = candidatesTotal - candidates.length
  const rest =
    left > 0
      ? `<tr class="none"><td>${left} other candidate${left === 1 ? '' : 's'}</td><td class="n">${percent(others)}</td><td colspan="4"></td></tr>`
      : ''
  // The best candidate and every accepted one are explained.
  const explained = candidates.filter(({ verdict }, i) => i === 0 || verdict === 'accepted')
  return `<section><h2>${escaped(title)}</h2><table><thead><tr><th>Candidate</th><th class="n">Probability</th><th class="n">90 % bounds</th><th>Schymanski</th><th>MSI</th><th>Verdict</th></tr></thead><tbody>${candidates.map(rowOf).join('')}${rest}<tr class="none"><td>None of these</td><td class="n">${percent(none)}</td><td colspan="4"></td></tr></tbody></table><ul class="why">${explained.map(explanation).join('')}</ul></section>`
}

/** Writes a report as a page that prints: self-contained HTML without script or external resource. */
export function reportHtml({ report, hash, moment, packageVersion }: ReportRecord): string {
  const { scope, observations, observationsTotal, calibration } = report
  const title =
    scope.runId === null
      ? `Report of ${scope.moleculeIds?.length ?? 0} molecule${scope.moleculeIds?.length === 1 ? '' : 's'}`
      : `Report of ${scope.name ?? `run ${scope.runId}`}`
  const accepted = observations.filter(({ candidates }) =>
    candidates.some(({ verdict }) => verdict === 'accepted'),
  ).length
  const listed = observations.length
  const uncalibrated = isCalibrated(calibration)
    ? ''
    : `<p class="note">${
        calibration.by === 'nothing'
          ? 'Nothing was fitted yet: the probabilities rest on presets, not on labels of your own data.'
          : 'The fit predicted labels that it had not seen no better than their share of right ones.'
      } The probabilities rank candidates; do not state a false discovery rate from them.</p>`
  const facts: readonly (readonly [string, string])[] = [
    ...(scope.name ? [['Run', scope.runId ?? ''] as const] : []),
    ['Accepted from', `a probability of ${report.threshold}`],
    ['Calibrated by', calibration.by === 'nothing' ? 'nothing' : `${calibration.labels} ${calibration.by}`],
    ['Model version', String(report.modelVersion)],
    ['Algorithm version', report.algorithmVersion],
    ['Package', `@assay/evidence ${packageVersion}`],
    ['Evidence as of', moment.toISOString()],
    ['Result hash', hash],
  ]
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title><style>${STYLE}</style></head><body>
<h1>${escaped(title)}</h1>
<p>${accepted} of ${listed} listed observation${listed === 1 ? '' : 's'} ${accepted === 1 ? 'has' : 'have'} an accepted candidate${listed < observationsTotal ? `; the run has ${observationsTotal} observations` : ''}.</p>
${uncalibrated}
<dl class="meta">${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>
${observations.map((one) => observationHtml(one, scope.runId !== null)).join('\n')}
<p class="meta">The probabilities of the candidates of one observation and of “none of these” sum to 100 %. Levels: Schymanski et al., Environ. Sci. Technol. 48 (2014) 2097; Sumner et al., Metabolomics 3 (2007) 211. To compute this report again, ask for GET /v1/reports/${hash}.</p>
</body></html>
`
}
