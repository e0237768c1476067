import type { ReportedCandidate } from '../../src/domain/report/report.ts'
import { FEATURE, observationOf, observations, record, rowsOf, run, THRESHOLD, truthOf } from './case.ts'

const signed = (value: number, digits = 2): string =>
  `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`
const odds = (logOdds: number): string =>
  `${Math.exp(Math.abs(logOdds)).toFixed(1)} to 1 ${logOdds < 0 ? 'against' : 'for'}`
const named = ({ name, key }: ReportedCandidate): string => name ?? key

function fileTable(fileName: RegExp, idColumn: string, columns: readonly string[]): string {
  const rows = rowsOf(fileName, idColumn, FEATURE)
  return [
    `| ${columns.join(' | ')} |`,
    `|${'---|'.repeat(columns.length)}`,
    ...rows.map((row) => `| ${columns.map((column) => row[column]).join(' | ')} |`),
  ].join('\n')
}

function contributionTable({ contributions }: ReportedCandidate): string {
  return [
    '| type | tool | value | Λ in log-odds | odds | share of the probability |',
    '|---|---|---|---|---|---|',
    ...contributions.map(
      ({ type, source, value, logOdds, contribution }) =>
        `| ${type} | ${source} | ${value.toFixed(2)} | ${signed(logOdds)} | ${odds(logOdds)} | ${signed(contribution)} |`,
    ),
  ].join('\n')
}

/** Counts the run against its truth. */
function against(): Record<'accepted' | 'right' | 'wrong' | 'unknownAccepted' | 'unknown' | 'best', number> {
  const counts = { accepted: 0, right: 0, wrong: 0, unknownAccepted: 0, unknown: 0, best: 0 }
  for (const { observationId, candidates } of observations) {
    const real = truthOf.get(observationId!)
    const best = candidates[0]!
    const isRight = real != null && best.key === real.inchikey.slice(0, 14)
    if (real === null) counts.unknown += 1
    if (isRight) counts.best += 1
    if (best.verdict !== 'accepted') continue
    counts.accepted += 1
    if (isRight) counts.right += 1
    else if (real === null) counts.unknownAccepted += 1
    else counts.wrong += 1
  }
  return counts
}

function flipSentence(candidate: ReportedCandidate): string {
  const { itemsToRemove, contributions, verdict } = candidate
  if (itemsToRemove === null)
    return `No removal of evidence turns the verdict on ${named(candidate)}: what is left is accepted or rejected all the same.`
  const parts = itemsToRemove.map((id) => {
    const part = contributions.find(({ evidenceId }) => evidenceId === id)!
    return `the ${part.type} of ${part.source}`
  })
  return `The smallest set whose removal turns the verdict on ${named(candidate)} has ${parts.length} of ${contributions.length} items: ${parts.join(' and ')}. Without ${parts.length === 1 ? 'it' : 'them'} the candidate would be ${verdict === 'accepted' ? 'rejected' : 'accepted'}.`
}

/** Returns the page. */
export function page(): string {
  const observation = observationOf(FEATURE)
  const [best, second] = observation.candidates
  const gnps = rowsOf(/gnps/, '#Scan#', FEATURE)
  const topHit = gnps.toSorted((a, b) => Number(b.MQScore) - Number(a.MQScore))[0]!
  const real = truthOf.get(FEATURE)!
  const counts = against()
  const total = best!.contributions.reduce((sum, { contribution }) => sum + contribution, 0)
  return `<!-- Written by \`npm run example -w @assay/evidence\`; CI fails when it no longer says what the code computes. -->
# Three tools, one run, one report: a worked example

A plant extract was measured by LC-MS/MS and annotated three times: by **GNPS** (measured library spectra), by **SIRIUS**
(structures from fragmentation trees and fingerprints) and by **ISDB** (predicted spectra of natural products, re-ranked by
taxonomy). The three disagree in places. What is each feature, how sure can we be, and what would change our mind?

The run is a demonstration that the project generates: the molecules are real natural products with their isomers, the
scores are drawn, and the truth is known. Every number below is computed by the functions that answer the API. Get the same
files and the same report with

\`\`\`
assay-evidence demo demo-run
assay-evidence report demo-run/demo_*.tsv --out report.html
\`\`\`

With a server, drop the files with \`POST /v1/evidence/import?run_id=demo\` and ask for \`POST /v1/reports\`.

## 1. What the files say about feature ${FEATURE}

GNPS lists library hits above its threshold:

${fileTable(/gnps/, '#Scan#', ['Compound_Name', 'MQScore', 'SharedPeaks', 'MZErrorPPM'])}

SIRIUS lists its best structure:

${fileTable(/sirius/, 'mappingFeatureId', ['name', 'ConfidenceScore', 'ZodiacScore', 'molecularFormula'])}

ISDB lists candidates with the similarity of a predicted spectrum and the taxonomic proximity, 0 to 9:

${fileTable(/isdb/, 'feature_id', ['structure_nameTraditional', 'msms_score', 'score_taxo'])}

All candidates have one formula, so the exact mass cannot tell them apart. The best library hit by cosine is
${topHit.Compound_Name}. Is it right?

## 2. Each score speaks through its card

Every column has a score card that says what it measures: a cosine against a *measured* spectrum is a \`spectral_match\`, one
against a *predicted* spectrum an \`insilico_match\`, the COSMIC confidence of SIRIUS a \`structure_confidence\`. Scores of
different tools are never averaged. Each becomes a log-likelihood ratio of its own type, and those add:

**${named(best!)}**

${contributionTable(best!)}

**${named(second!)}**

${contributionTable(second!)}

The shares of ${named(best!)} sum to ${signed(total, 3)}: from ${best!.base.toFixed(3)}, the probability with its rivals but without its own
evidence, to ${best!.probability.toFixed(3)}.

## 3. Candidates are exclusive, and none may be right

The feature is at most one of them: p = e^ℓ / (e^ν + Σ e^ℓ), where e^ν is the share of "none of these".

![Candidates of the feature and none of these](worked-example-candidates.svg)

The probabilities and "none of these" (${observation.none.toFixed(2)}) sum to 1. The lines below the bars are nominal 90 % bounds. They are wide,
because nothing was fitted yet: the report says so, and states no false discovery rate. Labels, decoys or a mixture
(\`POST /v1/labels\`, \`POST /v1/calibration/fit\`) narrow them.

## 4. What would change our mind

${flipSentence(best!)}

The search is exact: it looks at every group of correlated items and every number of removals (dynamic programming), because
of two scans of one spectrum the first costs little and the second much.

## 5. The level says what was measured

| candidate | Schymanski | MSI | why |
|---|---|---|---|
${observation.candidates.map((c) => `| ${named(c)} | ${c.level.schymanski ?? '–'} | ${c.level.msi ?? '–'} | ${c.level.reason} |`).join('\n')}

A level is not a probability: it says which kinds of evidence support the candidate. None of these tools measured a reference
standard, so no candidate can reach level 1.

## 6. The whole run against the truth

Feature ${FEATURE} is ${real.name}${topHit.Compound_Name === real.name ? '' : `, although the best library hit was ${topHit.Compound_Name}`}. Of the ${observations.length} features, ${counts.unknown} have no right candidate in any table. At a threshold of ${THRESHOLD},
${counts.accepted} are accepted: ${counts.right} are right, ${counts.wrong} are an isomer of the right molecule, and ${counts.unknownAccepted} should have been "none of these".

![Best candidate of each feature, by probability](worked-example-truth.svg)

Isomers that fragment alike are what mass spectrometry cannot separate: look at the bounds and at the level before you
publish, and measure a standard where it matters.

## 7. Anyone can check it

The report has a hash over everything that it says: \`${record.hash.slice(0, 16)}…\`. \`GET /v1/reports/{hash}\` makes the report again from the
evidence and the model of its moment and compares the hashes. If the algorithm has changed since, the stored report is
returned, with the package version that can make it again.

The files are ${run.files.map(({ name }) => `\`${name}\``).join(', ')}; \`truth.tsv\` has the answers.
`
}
