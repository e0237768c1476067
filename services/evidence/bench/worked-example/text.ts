import { TERMS } from '../../src/domain/fuzzy/linguistic-variables.ts'
import { normalisedDegrees, reportedTerms } from '../../src/domain/fuzzy/term-sets.ts'
import { speakingGroups } from '../../src/domain/inference/posterior.ts'
import { sigmoid } from '../../src/domain/numerics/logistic.ts'
import { hartungKnappHalfWidth, naiveHalfWidth } from '../bounds-baselines.ts'
import {
  assessment,
  config,
  items,
  model,
  NOW_MS,
  rectification,
  result,
  rivals,
  withoutConflict,
  withoutRivals,
} from './case.ts'

const two = (value: number): string => value.toFixed(2).replace('-', '−')
/** A probability near 1 with the digits that tell it from 1. */
const near = (value: number): string => (value > 0.995 ? value.toFixed(4) : two(value))
const signed = (value: number): string => (value < 0 ? '' : '+') + two(value)
const percent = (value: number): string => `${(100 * value).toFixed(1)} %`
const ageOf = (ms: number): number => Math.round((NOW_MS - ms) / 86_400_000)

const weighed = new Map(result.items.map((x) => [x.item.id, x]))
const of = (id: string) => weighed.get(id)!
const contribution = new Map(assessment.contributions.map((c) => [c.itemId, c]))
const orbitrap = result.groups.find(({ itemCount }) => itemCount === 9)!
const groups = speakingGroups(result.groups)
const { overallScore, baseScore, uncertaintyBounds, linguisticAssessment } = assessment.fuzzyConfidence
const nmr = of('E13')

/** The value that step 1 looks at, and the spreads it is looked at with. */
export const SHOWN_VALUE = items.find(({ id }) => id === 'E9')!.value
export const SHOWN_SPREADS = [0, 0.05, 0.15]

const itemRows = items
  .map((item) => {
    const x = of(item.id)
    return `| ${item.id} | ${item.type} | ${item.source} | ${two(item.value)} ± ${two(item.uncertainty)} | ${ageOf(item.observedAtMs)} d | ${signed(x.undecayedLambda)} | ${two(x.temporalWeight)} | ${signed(x.share)} | ${signed(contribution.get(item.id)!.contributionScore)} |`
  })
  .join('\n')

const degreeRows = SHOWN_SPREADS.map((spread) => {
  const degrees = normalisedDegrees(reportedTerms.triangular, SHOWN_VALUE, spread)
  return `| ${two(SHOWN_VALUE)} ± ${two(spread)} | ${degrees.map(two).join(' | ')} |`
}).join('\n')

const orbitrapSum = result.items
  .filter(({ item }) => item.group === orbitrap.group)
  .reduce((sum, { lambda }) => sum + lambda, 0)
const setAside = rectification.items.filter(({ action }) => action === 'set_aside')
const flip = assessment.counterfactual

/** The whole page; every number in it comes from the functions that answer requests. */
export const page =
  (): string => `<!-- Written by \`npm run example -w @assay/evidence\`; CI fails when it no longer says what the code computes. -->
# Is it theophylline? A worked example

A plasma sample gives a feature at m/z 181.0720. Three isomers have that mass, all C7H8N4O2: **theophylline**, a drug;
**theobromine**, from cocoa; **paraxanthine**, what the body makes of caffeine. Mass cannot tell them apart. What can be
said about theophylline from thirteen pieces of evidence, nine of which are scans of one run, one of which disagrees, and
one of which is ${ageOf(nmr.item.observedAtMs)} days old?

The measurements are made up, in the size that such measurements have. Every number below is computed by the functions
that answer \`POST /v1/fuzzy-evidence/integrate\`, with the tables that hold before any label has been learned.

| | type | source | value | age | λ | weight w | Λ | contribution |
|---|---|---|---|---|---|---|---|---|
${itemRows}

The columns on the right are what this page explains: **λ** is what the item says on its own, **w** what its age leaves
of that, **Λ** what it adds to the log-odds after its group has been counted, and **contribution** the same on the scale
of probability.

## 1. A value with an uncertainty belongs to several terms

Item E9 says ${two(SHOWN_VALUE)}. Is that *high* or *very high*? An exact ${two(SHOWN_VALUE)} is ${two(normalisedDegrees(reportedTerms.triangular, SHOWN_VALUE, 0)[3]!)} high. But a value with an uncertainty is not a point: we take the
*expected* degree, E[μ(X)] with X ~ N(value, uncertainty²). The less certain, the more terms share it:

| | ${TERMS.join(' | ')} |
|---|${TERMS.map(() => '---').join('|')}|
${degreeRows}

![The five terms, and the degrees of one value for three uncertainties](worked-example-membership.svg)

## 2. From terms to what the item says: λ

For each type of evidence a table says how often each term occurs when the molecule is right, and how often when it is
wrong. Nine finer terms are used inside; five are reported. The item's log-likelihood ratio is

> λ = log( Σ degree·P(term | right) / Σ degree·P(term | wrong) )

Before anyone has sent labels the table is a documented default: a value of 1 speaks nine to one for the molecule, 0 nine
to one against, ½ says nothing. So E1 (${two(of('E1').item.value)}) says ${signed(of('E1').undecayedLambda)}, which is ${Math.exp(of('E1').undecayedLambda).toFixed(1)} to 1 for; E10 (${two(of('E10').item.value)}) says ${signed(of('E10').undecayedLambda)}, which is ${Math.exp(-of('E10').undecayedLambda).toFixed(1)} to 1 against. An item of
uncertainty 1 says exactly 0. Labels (\`POST /v1/labels\`) replace the default by what your own data show.

## 3. Old evidence says less, and never the opposite

The weight is w = 2^(−age/half-life), here with a half-life of ${config.halfLifeDays} days, and it multiplies **λ**. The NMR match (E13) is
good, λ = ${signed(nmr.undecayedLambda)}, but ${ageOf(nmr.item.observedAtMs)} days old: w = ${nmr.temporalWeight.toFixed(3)}, so ${signed(nmr.lambda)} is left of it. Alone it would give
${two(sigmoid(nmr.lambda))}, nearly the even odds from which we started. Had we multiplied its *confidence* instead, ${two(sigmoid(nmr.undecayedLambda))} would have
become ${two(nmr.temporalWeight * sigmoid(nmr.undecayedLambda))}: a good old measurement would speak against its own molecule.

![Posterior of one item over its age](worked-example-decay.svg)

## 4. Nine scans are not nine witnesses

Scans E1–E9 come from one run: what is wrong with one is wrong with all. Within a group the items are sorted by strength
and each next one counts ${two(1 - 0.6)} of the one before (correlation 0.6 by default; labels teach it). The ledger says
**${orbitrap.itemCount} spectra counted as ${orbitrap.effectiveCount.toFixed(1)}**: together Λ = ${signed(orbitrap.logOdds)}. Counted as if they were independent they would have said
${signed(orbitrapSum)}, which is ${Math.round(Math.exp(orbitrapSum)).toLocaleString('en-GB')} to 1, from a single injection. The second lab's spectrum (E10) is a group of its own and keeps its full
voice against.

## 5. Rivals

The isomers claim the same feature (their items carry the same \`metadata.observation_id\`), so they compete. From their own
evidence alone:

| rival | log-odds | score alone |
|---|---|---|
${rivals.map(({ name, logOdds, score }) => `| ${name} | ${signed(logOdds)} | ${two(score)} |`).join('\n')}

The best of them speaks against theophylline by −log(1 + e^ℓ) = ${signed(result.rivalLogOdds)}; for one rival that is exact, of several only the
best is counted, and “none of these” keeps its share. Without rivals the score would be ${two(withoutRivals.score)}; with them it is ${two(overallScore)}.

## 6. The score and its bounds

| | log-odds |
|---|---|
| prior (even odds) | ${signed(model.priorLogOdds)} |
| rivals | ${signed(result.rivalLogOdds)} |
${result.groups.map((g) => `| ${g.type}, ${g.group}${g.itemCount > 1 ? ` (${g.itemCount} counted as ${g.effectiveCount.toFixed(1)})` : ''} | ${signed(g.logOdds)} |`).join('\n')}
| **sum ℓ** | **${signed(result.logOdds)}** |

score = 1/(1 + e^(−ℓ)) = **${two(overallScore)}**, 90 % bounds **${two(uncertaintyBounds[0])} to ${near(uncertaintyBounds[1])}**.

![Log-odds by group, and the bounds of the sum](worked-example-groups.svg)

The bounds are wide, and they should be: the groups disagree, and a table that rests on ten pseudo-observations is itself
uncertain. Their half-width on the log-odds is ${two(result.halfWidth)}. Ignoring the disagreement would give ${two(naiveHalfWidth(groups))} (too narrow: in
simulation such bounds cover far less than they say), plain Hartung–Knapp ${two(hartungKnappHalfWidth(groups))}. Without the second lab's spectrum the score
would be ${two(withoutConflict.score)}, with bounds ${two(withoutConflict.bounds[0])} to ${near(withoutConflict.bounds[1])}. Labels, and a second independent run, are what narrows them. In words: ${TERMS.map((term) => `${term} ${two(linguisticAssessment[term])}`).join(', ')}.

## 7. Who contributed what

Contributions are Aumann–Shapley shares of the way from the base (prior and rivals, ${two(baseScore)}) to the score (${two(overallScore)}). They sum
to the difference exactly: ${two(baseScore)} + ${two(assessment.contributions.reduce((sum, c) => sum + c.contributionScore, 0))} = ${two(overallScore)}.

![From the base to the score, group by group](worked-example-contributions.svg)

## 8. What would flip it

New evidence of ${signed(flip.logOddsToFlip)} on the log-odds would turn the decision: ${Math.exp(-flip.logOddsToFlip).toFixed(0)} to 1 against. ${
    flip.itemsToRemove === undefined
      ? 'No removal of items would.'
      : `Or ${flip.itemsToRemove.length} of the ${items.length} items would have to be wrong: ${flip.itemsToRemove.join(', ')}.`
  }
The network's conflict score is ${two(assessment.network.conflictScore)}, its consistency ${two(assessment.network.consistencyScore)}. \`POST /v1/evidence/rectify\` would set aside ${setAside.map(({ itemId }) => itemId).join(', ')} (“${setAside[0]!.reason}”), and conflict would fall to ${two(rectification.conflictAfter)}. Whether that spectrum *is* wrong
is for a chemist to say, not for the arithmetic: \`dry_run\` shows, and nothing is deleted.

So: theophylline at ${percent(overallScore)}, most of it from one run. A second injection beside a standard of paraxanthine would tell
more than ten further scans.
`
