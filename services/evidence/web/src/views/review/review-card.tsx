import { formatNumber } from '@assay/ui/format'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Failure } from '../../failure.tsx'
import { explanationOf } from '../candidate/explanation.ts'
import { Structure } from '../candidate/structure.tsx'
import { kindOf } from '../candidate/text.ts'
import { Waterfall } from '../candidate/waterfall.tsx'
import type { ReviewCase } from './review-data.ts'
import { TEXT } from './text.ts'

/** Most items that are listed. */
const LISTED = 12

/** The evidence of a case without what the model makes of it. */
function Evidence({
  items,
}: {
  items: readonly { type: string; source: string; value: number; evidence_id: string }[]
}) {
  // Sorted by kind: by weight would tell what the model believes.
  const sorted = items.toSorted((a, b) => a.type.localeCompare(b.type) || b.value - a.value)
  return (
    <>
      <table>
        <caption>{TEXT.evidence}</caption>
        <thead>
          <tr>
            <th scope="col">{TEXT.kind}</th>
            <th scope="col">{TEXT.source}</th>
            <th scope="col" className="number">
              {TEXT.value}
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, LISTED).map((item) => (
            <tr key={item.evidence_id}>
              <th scope="row">{kindOf(item.type)}</th>
              <td className="long">{item.source}</td>
              <td className="number">{formatNumber(item.value, 3)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {items.length > LISTED ? <p className="small soft">{TEXT.moreItems(items.length - LISTED)}</p> : null}
    </>
  )
}

/** One case to judge. */
export function ReviewCard({ shown, model }: { shown: ReviewCase; model: boolean }) {
  const found = useQuery(
    explanationOf({
      run: shown.run_id,
      observation: shown.observation_id,
      candidate: shown.molecule_id,
    }),
  )
  const explanation = found.data
  const name = explanation?.name ?? shown.name ?? shown.molecule_id
  const [low = 0, high = 1] = shown.bounds
  return (
    <section className="panel review-card" aria-live="polite" data-case={shown.observation_id}>
      <Structure smiles={explanation?.smiles} name={name} />
      <div className="stack">
        <h2 className="long">{TEXT.question(shown.observation_id, name)}</h2>
        <p className="small soft">
          {TEXT.rivals(shown.candidates)}{' '}
          <Link
            to="/runs/$run/observations/$observation"
            params={{ run: shown.run_id, observation: shown.observation_id }}
            search={{ candidate: shown.molecule_id }}
          >
            {TEXT.open}
          </Link>
        </p>
        {found.error ? <Failure error={found.error} onRetry={() => void found.refetch()} /> : null}
        {explanation ? (
          model ? (
            <>
              <p className="number">{TEXT.believes(shown.probability, low, high)}</p>
              <Waterfall explanation={explanation} />
              <p className="small soft number">{TEXT.information(shown.information_bits)}</p>
            </>
          ) : (
            <Evidence items={explanation.items} />
          )
        ) : (
          <div className="skeleton" role="status" aria-label={TEXT.loading} />
        )}
      </div>
    </section>
  )
}
