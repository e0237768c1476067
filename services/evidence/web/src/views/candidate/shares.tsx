import { formatShare } from '@assay/ui/format'
import { roundedSteps } from '@assay/ui/rounded-steps'
import { TableFrame } from '@assay/ui/table-frame'
import { Link } from '@tanstack/react-router'
import { nameOf, type Observation, type Wanted } from './explanation.ts'
import { TEXT } from './text.ts'
import './candidate.css'

const DIGITS = 3

interface Share {
  readonly key: string
  readonly name: string
  readonly share: number
  readonly molecule?: string
  readonly kind: 'candidate' | 'others' | 'none'
}

/** Shares of the listed candidates, of the others together and of none; they sum to 1. */
function sharesOf(observation: Observation): Share[] {
  const listed = observation.candidates.reduce((sum, { probability }) => sum + probability, 0)
  const others = observation.candidates_total - observation.candidates.length
  return [
    ...observation.candidates.map((candidate) => ({
      key: candidate.candidate_key,
      name: nameOf(candidate),
      share: candidate.probability,
      molecule: candidate.molecule_id,
      kind: 'candidate' as const,
    })),
    ...(others > 0
      ? [
          {
            key: '\u0000others',
            name: TEXT.candidates.others(others),
            share: Math.max(0, 1 - listed - observation.none),
            kind: 'others' as const,
          },
        ]
      : []),
    { key: '\u0000none', name: TEXT.candidates.none, share: observation.none, kind: 'none' },
  ]
}

/** Writes a share so that all of them add up; rounding makes none certain or impossible. */
const printedShare = (step: number, share: number): string =>
  formatShare(step <= 0 || step >= 1 ? share : step)

/** The candidates of an observation as one bar that sums to 1, and as a list. */
export function Shares({
  observation,
  shown,
  wanted,
}: {
  observation: Observation
  /** Key of the candidate that the view is about. */
  shown: string
  wanted: Wanted
}) {
  const shares = sharesOf(observation)
  const printed = roundedSteps(
    shares.map(({ share }) => share),
    DIGITS,
  )
  let at = 0
  return (
    <section className="panel stack">
      <h2>{TEXT.candidates.title}</h2>
      <p className="soft">{TEXT.candidates.lead}</p>
      <svg className="shares-bar" viewBox="0 0 1000 24" preserveAspectRatio="none" aria-hidden>
        {shares.map(({ key, share, kind }, i) => {
          const x = at
          at += 1000 * share
          const tone = kind === 'candidate' ? (key === shown ? 'shown' : `tone-${i % 3}`) : kind
          return <rect key={key} className={`share ${tone}`} x={x} width={1000 * share} y={0} height={24} />
        })}
      </svg>
      <TableFrame label={TEXT.candidates.title} className="shares-table">
        <table>
          <tbody>
            {shares.map(({ key, name, molecule, share }, i) => (
              <tr key={key} data-share={printed[i]?.step} aria-current={key === shown ? 'true' : undefined}>
                <th scope="row" className="long">
                  {molecule && key !== shown ? (
                    <Link
                      to="/runs/$run/observations/$observation"
                      params={{ run: wanted.run, observation: wanted.observation }}
                      search={{ candidate: molecule, ...(wanted.asOf ? { as_of: wanted.asOf } : {}) }}
                    >
                      {name}
                    </Link>
                  ) : (
                    <span className={key === shown ? 'shown-name' : ''}>{name}</span>
                  )}
                </th>
                <td className="share-cell">
                  <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
                    <rect
                      className={key === shown ? 'share shown' : 'share tone-0'}
                      width={100 * share}
                      height={8}
                    />
                  </svg>
                </td>
                <td className="number">{printedShare(printed[i]?.step ?? share, share)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </section>
  )
}
