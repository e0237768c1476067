/**
 * Makes docs/worked-example.md and its plots from the service's own code: `node test/worked-example/make.ts` writes
 * them, the test beside this file fails when they are out of date.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assessOffline } from '../../src/compose.ts'
import { distinctItems } from '../../src/domain/evidence-item.ts'
import { defaultFuzzyConfig } from '../../src/domain/fuzzy-config.ts'
import { untrainedModel } from '../../src/domain/learned-model.ts'
import { checkEvidence, toEvidenceItem } from '../../src/domain/observed-evidence.ts'
import { posterior } from '../../src/domain/posterior.ts'
import { rectify } from '../../src/domain/rectify.ts'
import type { Integrated } from '../../src/operations/integrate-evidence.ts'
import { area, bar, line, path, picture, text } from './svg.ts'

const NOW = new Date('2026-03-01T00:00:00Z')

const spectrum = (value: number, spectrumNumber: number) => ({
  type: 'spectral_match',
  value,
  uncertainty: 0.05,
  timestamp: '2026-02-20T00:00:00Z',
  source: 'MassBank',
  metadata: { spectrum: spectrumNumber, observation_id: 'peak 7' },
})

const request = {
  molecule_id: 'CHEBI:15365',
  evidence_list: [
    spectrum(0.93, 1),
    spectrum(0.9, 2),
    spectrum(0.88, 3),
    {
      type: 'retention_time',
      value: 0.2,
      uncertainty: 0.1,
      timestamp: '2026-02-25T00:00:00Z',
      source: 'our column',
    },
    {
      type: 'pathway_membership',
      value: 0.8,
      uncertainty: 0.1,
      timestamp: '2025-12-01T00:00:00Z',
      source: 'KEGG',
    },
  ],
}

const assessed = (body: object, now = NOW): Integrated =>
  assessOffline(JSON.stringify(body), 'json', now).results[0]!

const three = (value: number) => value.toFixed(3)
const percent = (value: number) => `${(100 * value).toFixed(1)} %`
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n')

function contributionsPlot({ assessment }: Integrated): string {
  const { baseScore, overallScore } = assessment.fuzzyConfidence
  const x = (score: number) => 220 + 380 * score
  let at = baseScore
  const parts = [text(210, 34, 'before any evidence', 'end'), line(x(baseScore), 20, x(baseScore), 44)]
  assessment.contributions.forEach((item, i) => {
    const y = 56 + 28 * i
    const to = at + item.contributionScore
    parts.push(
      text(
        210,
        y + 13,
        `${item.type} ${item.contributionScore >= 0 ? '+' : '−'}${three(Math.abs(item.contributionScore))}`,
        'end',
      ),
    )
    parts.push(
      bar(x(Math.min(at, to)), y, Math.max(1, Math.abs(x(to) - x(at))), 18, to >= at ? '#2a7' : '#c43'),
    )
    at = to
  })
  const bottom = 56 + 28 * assessment.contributions.length
  parts.push(
    text(210, bottom + 13, `score ${three(overallScore)}`, 'end'),
    line(x(overallScore), bottom, x(overallScore), bottom + 18, 'stroke="#000" stroke-width="2"'),
  )
  for (const tick of [0, 0.25, 0.5, 0.75, 1]) {
    parts.push(
      line(x(tick), bottom + 26, x(tick), bottom + 30),
      text(x(tick), bottom + 44, String(tick), 'middle'),
    )
  }
  return picture(640, bottom + 56, 'From the prior to the score, item by item', parts)
}

/** Score and bounds as the same evidence grows older. */
function decayPlot(): { svg: string; rows: string[][] } {
  const x = (days: number) => 60 + (540 * days) / 720
  const y = (score: number) => 220 - 190 * score
  const days = Array.from({ length: 73 }, (_, i) => i * 10)
  const points = days.map((day) => {
    const { fuzzyConfidence } = assessed(request, new Date(NOW.getTime() + day * 86_400_000)).assessment
    return { day, score: fuzzyConfidence.overallScore, bounds: fuzzyConfidence.uncertaintyBounds }
  })
  const band = [
    ...points.map(({ day, bounds }) => [x(day), y(bounds[1])] as const),
    ...points.toReversed().map(({ day, bounds }) => [x(day), y(bounds[0])] as const),
  ]
  const parts = [
    area(band, '#cde'),
    path(
      points.map(({ day, score }) => [x(day), y(score)] as const),
      'stroke="#036" stroke-width="2"',
    ),
    line(x(0), y(0.5), x(720), y(0.5), 'stroke="#888" stroke-dasharray="4 4"'),
    text(x(720), y(0.5) - 6, 'prior', 'end'),
    ...[0, 0.5, 1].flatMap((tick) => [text(50, y(tick) + 4, String(tick), 'end')]),
    ...[0, 180, 360, 540, 720].map((day) => text(x(day), 240, `${day} d`, 'middle')),
  ]
  const shown = [0, 90, 180, 360, 720].map((day) => points.find((point) => point.day === day)!)
  return {
    svg: picture(640, 256, 'The same evidence, looked at later', parts),
    rows: shown.map(({ day, score, bounds }) => [
      `${day} days later`,
      three(score),
      `${three(bounds[0])} – ${three(bounds[1])}`,
    ]),
  }
}

function networkPlot({ assessment }: Integrated): string {
  const nodes = assessment.contributions
  const at = new Map(
    nodes.map((node, i) => {
      const angle = (2 * Math.PI * i) / nodes.length - Math.PI / 2
      return [node.itemId, [320 + 150 * Math.cos(angle), 190 + 130 * Math.sin(angle)] as const]
    }),
  )
  const edges = assessment.relationships.map(({ sourceId, targetId, relationshipType, strength }) => {
    const [from, to] = [at.get(sourceId)!, at.get(targetId)!]
    const colour = relationshipType === 'contradicts' ? '#c43' : '#2a7'
    return line(
      from[0],
      from[1],
      to[0],
      to[1],
      `stroke="${colour}" stroke-width="${(4 * strength).toFixed(1)}"`,
    )
  })
  const circles = nodes.flatMap((node) => {
    const [x, y] = at.get(node.itemId)!
    const fill = node.contributionScore >= 0 ? '#2a7' : '#c43'
    return [
      `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="9" fill="${fill}"/>`,
      text(x, y - 14, node.type, 'middle'),
    ]
  })
  return picture(640, 360, 'What the items are to each other: green supports, red contradicts', [
    ...edges,
    ...circles,
  ])
}

function rivalled(): { alone: Integrated; contested: Integrated } {
  const lines = [
    ...request.evidence_list.map((item) => ({ molecule_id: 'CHEBI:15365', ...item })),
    { molecule_id: 'CHEBI:16914', ...spectrum(0.86, 4) },
  ]
  const { results } = assessOffline(lines.map((item) => JSON.stringify(item)).join('\n'), 'ndjson', NOW)
  return {
    alone: assessed(request),
    contested: results.find(({ moleculeId }) => moleculeId === 'CHEBI:15365')!,
  }
}

function rectification() {
  const items = request.evidence_list.map((raw, i) => {
    const item = checkEvidence(raw, `evidence_list.${i}`)
    return toEvidenceItem(String(i), item, item.observedAtMs!)
  })
  const result = posterior(distinctItems(items), defaultFuzzyConfig, untrainedModel, { nowMs: NOW.getTime() })
  const found = rectify(result.items)
  const types = new Map(items.map(({ id, type }) => [id, type]))
  return {
    found,
    aside: found.items.filter(({ action }) => action === 'set_aside').map(({ itemId }) => types.get(itemId)!),
  }
}

/** Every file of the worked example, by name. */
export function workedExample(): Record<string, string> {
  const { alone, contested } = rivalled()
  const { assessment } = alone
  const { fuzzyConfidence: confidence, network, counterfactual } = assessment
  const later = decayPlot()
  const { found, aside } = rectification()
  const ledger = assessment.ledger.map((group) => [
    group.type,
    group.group,
    String(group.itemCount),
    group.effectiveCount.toFixed(2),
    three(group.logOdds),
  ])
  const spectra = assessment.ledger.find(({ type }) => type === 'spectral_match')!
  const markdown = `# Is peak 7 aspirin? A worked example

<!-- Made by test/worked-example/make.ts from the service's own code; a test fails when it is out of date. Do not edit. -->

A metabolomics run shows an unknown peak. The library search proposes aspirin (CHEBI:15365): three spectra of one library
match well. But the peak elutes at the wrong time, and a pathway database, asked three months ago, found aspirin plausible in
this sample. How sure can we be? Today is ${NOW.toISOString().slice(0, 10)}.

## The evidence

Every value is on a scale from 0 (speaks clearly against) to 1 (clearly for); the uncertainty is its standard deviation.

${table(
  ['type', 'value', 'uncertainty', 'observed', 'source'],
  request.evidence_list.map((item) => [
    item.type,
    String(item.value),
    String(item.uncertainty),
    item.timestamp.slice(0, 10),
    item.source,
  ]),
)}

Save it as \`request.json\` and run \`evidence integrate request.json --now ${NOW.toISOString()}\`, or send the same body to
\`POST /v1/fuzzy-evidence/integrate\`:

\`\`\`json
${JSON.stringify(request, null, 2)}
\`\`\`

## The answer

The probability that the peak is aspirin is **${three(confidence.overallScore)}**, and with nine chances in ten between
${three(confidence.uncertaintyBounds[0])} and ${three(confidence.uncertaintyBounds[1])}. In words:
${Object.entries(confidence.linguisticAssessment)
  .filter(([, degree]) => degree >= 0.005)
  .map(([term, degree]) => `${term.replace('_', ' ')} ${percent(degree)}`)
  .join(
    ', ',
  )}. Nobody has labelled any molecule here yet, so the service starts from even odds (${three(confidence.baseScore)}) and from
its default tables, in which a value of 1 speaks nine to one for the molecule.

![From the prior to the score, item by item](worked-example-contributions.svg)

${table(
  ['evidence', 'adds to the score', 'temporal weight'],
  assessment.contributions.map((item) => [
    item.type,
    three(item.contributionScore),
    three(item.temporalWeight),
  ]),
)}

The base and the contributions sum to the score: ${three(confidence.baseScore)} + (${assessment.contributions
    .map((item) => three(item.contributionScore))
    .join(') + (')}) = ${three(confidence.overallScore)}.

### Three spectra are not three witnesses

They come from one library and would be wrong together. The ledger says as how many independent items each group counted:

${table(['type', 'group', 'items', 'counted as', 'log-odds'], ledger)}

The ${spectra.itemCount} spectra counted as ${spectra.effectiveCount.toFixed(2)}: the best match speaks for its group, the others add little.

### Old evidence falls silent, it does not turn against

The pathway lookup is 90 days old, exactly one half-life, so its weight is ${three(
    assessment.contributions.find(({ type }) => type === 'pathway_membership')!.temporalWeight,
  )}. The weight multiplies what the item says
(its log-likelihood ratio), so evidence that ages leads back to the prior:

${table(['the same evidence', 'score', 'bounds'], later.rows)}

![The same evidence, looked at later](worked-example-decay.svg)

### The evidence disagrees, and the answer says so

Conflict ${three(network.conflictScore)}, consistency ${three(network.consistencyScore)}, coherence ${three(network.coherenceScore)}. The retention time contradicts the spectra, which is why the
bounds are wide.

![What the items are to each other](worked-example-network.svg)

${table(
  ['from', 'to', 'relationship', 'strength'],
  assessment.relationships.map((one) => [one.source, one.target, one.relationshipType, three(one.strength)]),
)}

What would turn the decision? New evidence of ${three(counterfactual.logOddsToFlip)} on the log-odds scale${
    counterfactual.itemsToRemove === undefined
      ? '; no item alone carries it.'
      : `, or to lose ${counterfactual.itemsToRemove.length} of the items that carry it.`
  }

### Which item should we look at again?

\`POST /v1/evidence/rectify\` with \`dry_run\` sets aside as little as possible so that the rest does not contradict itself:
${aside.length === 0 ? 'nothing' : aside.join(', ')}. Conflict falls from ${three(found.conflictBefore)} to ${three(found.conflictAfter)}. Whether the column or the library is wrong is for the
chemist to find out; the service only says which of the two has less behind it.

### A rival for the same peak

Salicylic acid (CHEBI:16914) matches the same peak 7 with 0.86. The two cannot both be right, so the rival enters as evidence
against, and "none of these" keeps its share: aspirin falls from ${three(alone.assessment.fuzzyConfidence.overallScore)} to
${three(contested.assessment.fuzzyConfidence.overallScore)}.

## Saying it again next year

The answer carries \`timestamp\` and \`result_hash\`. The same request with \`as_of\` set to that timestamp gives the same result
from what was kept and learned then, to the last digit: \`${alone.resultHash.slice(0, 16)}…\` here.
`
  return {
    'worked-example.md': markdown,
    'worked-example-contributions.svg': contributionsPlot(alone),
    'worked-example-decay.svg': later.svg,
    'worked-example-network.svg': networkPlot(alone),
  }
}

if (import.meta.main) {
  for (const [name, content] of Object.entries(workedExample())) {
    writeFileSync(join(import.meta.dirname, '../../docs', name), content)
    process.stdout.write(`docs/${name}\n`)
  }
}
