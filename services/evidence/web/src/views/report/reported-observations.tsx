import { formatNumber, formatShare } from '@assay/ui/format'
import { roundedSteps } from '@assay/ui/rounded-steps'
import { TableFrame } from '@assay/ui/table-frame'
import { Link } from '@tanstack/react-router'
import { TEXT as CANDIDATE } from '../candidate/text.ts'
import type { Report } from './report-data.ts'
import { TEXT } from './text.ts'

type ReportedObservation = Report['observations'][number]
type ReportedCandidate = ReportedObservation['candidates'][number]

const DIGITS = 3
/** Most items that are listed for a candidate. */
const LISTED_ITEMS = 8

/** Name of a candidate as in every other view. */
const nameOf = ({ name, molecule_ids, candidate }: ReportedCandidate): string =>
  name ?? molecule_ids[0] ?? candidate

/** Shares of an observation as they are printed: candidates, others and none add up to 1.000. */
function printedShares({ candidates, others, none }: ReportedObservation): readonly string[] {
  const shares = [...candidates.map(({ probability }) => probability), others, none]
  // Rounding makes no share certain or impossible.
  return roundedSteps(shares, DIGITS).map(({ step }, i) =>
    formatShare(step <= 0 || step >= 1 ? (shares[i] ?? 0) : step),
  )
}

/** Why the best candidate has its probability: base and items add up to it, to the printed digit. */
function Why({ candidate }: { candidate: ReportedCandidate }) {
  const { report: text } = TEXT
  const listed = candidate.contributions.slice(0, LISTED_ITEMS)
  const rest = candidate.contributions.slice(LISTED_ITEMS)
  const restSum = rest.reduce((sum, { contribution_score }) => sum + contribution_score, 0)
  const parts = [
    candidate.base_score,
    ...listed.map(({ contribution_score }) => contribution_score),
    ...(rest.length > 0 ? [restSum] : []),
  ]
  const printed = roundedSteps(parts, DIGITS).map(({ step }) => formatNumber(step, DIGITS))
  return (
    <table className="why">
      <caption>{text.because(nameOf(candidate))}</caption>
      <thead>
        <tr>
          <th scope="col">{text.evidence}</th>
          <th scope="col" className="number">
            {text.value}
          </th>
          <th scope="col" className="number">
            {text.adds}
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{text.base}</th>
          <td />
          <td className="number">{printed[0]}</td>
        </tr>
        {listed.map((item, i) => (
          <tr key={item.evidence_id}>
            <th scope="row">{CANDIDATE.waterfall.item(item.type, item.source)}</th>
            <td className="number">{formatNumber(item.value, DIGITS)}</td>
            <td className="number">{printed[i + 1]}</td>
          </tr>
        ))}
        {rest.length > 0 ? (
          <tr>
            <th scope="row">{text.moreItems(rest.length)}</th>
            <td />
            <td className="number">{printed.at(-1)}</td>
          </tr>
        ) : null}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{text.probability}</th>
          <td />
          <td className="number">{formatShare(candidate.probability)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

function Observation({ one }: { one: ReportedObservation }) {
  const { report: text } = TEXT
  const best = one.candidates[0]
  const shares = printedShares(one)
  const listed = one.candidates.length
  return (
    <section className="panel stack reported" data-observation={one.observation_id}>
      <h2 className="long">
        {one.run_id && one.observation_id ? (
          <Link
            to="/runs/$run/observations/$observation"
            params={{ run: one.run_id, observation: one.observation_id }}
          >
            {`${text.observation} ${one.observation_id}`}
          </Link>
        ) : (
          best && nameOf(best)
        )}
      </h2>
      <TableFrame label={`${text.observation} ${one.observation_id ?? ''}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text.candidate}</th>
              <th scope="col" className="number">
                {text.probability}
              </th>
              <th scope="col" className="number">
                {text.bounds}
              </th>
              <th scope="col">{text.level}</th>
              <th scope="col">{text.verdict}</th>
            </tr>
          </thead>
          <tbody>
            {one.candidates.map((candidate, i) => (
              <tr key={candidate.candidate}>
                <th scope="row" className="long">
                  {nameOf(candidate)}
                </th>
                <td className="number">{shares[i]}</td>
                <td className="number">{candidate.bounds.map((bound) => formatShare(bound)).join(' – ')}</td>
                <td>{candidate.level.schymanski ?? '–'}</td>
                <td>{text.verdicts[candidate.verdict]}</td>
              </tr>
            ))}
            {one.candidates_total > listed ? (
              <tr>
                <th scope="row">{text.others(one.candidates_total - listed)}</th>
                <td className="number">{shares[listed]}</td>
                <td colSpan={3} />
              </tr>
            ) : null}
            <tr>
              <th scope="row">{text.none}</th>
              <td className="number">{shares.at(-1)}</td>
              <td colSpan={3} />
            </tr>
          </tbody>
        </table>
      </TableFrame>
      {best ? (
        <>
          <p className="small">{best.level.reason}</p>
          <Why candidate={best} />
          <p className="small soft">{text.flip(best.log_odds_to_flip, best.items_to_remove?.length)}</p>
        </>
      ) : null}
    </section>
  )
}

/** Every observation of a report with its candidates and the reasons of the best one. */
export const ReportedObservations = ({ report }: { report: Report }) =>
  report.observations.map((one) => (
    <Observation key={`${one.run_id} ${one.observation_id} ${one.candidates[0]?.candidate}`} one={one} />
  ))
