import { type components, orThrow } from '@assay/evidence-client'
import { formatNumber, formatShare } from '@assay/ui/format'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Failure } from '../../failure.tsx'
import { service } from '../../service.ts'
import { useMay } from '../../session.ts'
import type { Explanation } from './explanation.ts'
import { TEXT } from './text.ts'

type Rectification = components['schemas']['Rectification']
type Side = components['schemas']['RectificationState']

/** A probability between its bounds, on a scale from 0 to 1. */
function Interval({ side }: { side: Side }) {
  const [low = 0, high = 1] = side.uncertainty_bounds
  return (
    <svg className="interval" viewBox="0 0 100 16" preserveAspectRatio="none" aria-hidden>
      <line className="interval-axis" x1={0} x2={100} y1={8} y2={8} />
      <rect className="share tone-0" x={100 * low} width={100 * (high - low)} y={4} height={8} />
      <rect
        className="interval-mark"
        x={Math.max(0, Math.min(99, 100 * side.overall_score - 0.5))}
        width={1}
        y={0}
        height={16}
      />
    </svg>
  )
}

function SideCard({ title, side, name }: { title: string; side: Side; name: string }) {
  const [low = 0, high = 1] = side.uncertainty_bounds
  return (
    <div className="card" data-side={name}>
      <h3>{title}</h3>
      <span className="card-value number" data-probability={side.overall_score}>
        {formatShare(side.overall_score)}
      </span>
      <Interval side={side} />
      <span className="small soft number">{TEXT.bounds(low, high)}</span>
      <span className="small soft number">
        {TEXT.rectify.conflict} {formatNumber(side.conflict_score, 2)} · {TEXT.rectify.used}{' '}
        {side.evidence_count}
      </span>
    </div>
  )
}

function Outcome({ found, explanation }: { found: Rectification; explanation: Explanation }) {
  const aside = found.items.filter(({ action }) => action === 'set_aside')
  const nameOf = (id: string, type: string): string => {
    const item = explanation.items.find(({ evidence_id }) => evidence_id === id)
    return item ? `${TEXT.waterfall.item(item.type, item.source)} (${formatNumber(item.value, 2)})` : type
  }
  if (found.tie) return <p className="notice">{TEXT.rectify.tie}</p>
  if (aside.length === 0) return <p>{TEXT.rectify.none}</p>
  return (
    <>
      <div className="before-after">
        <SideCard title={TEXT.rectify.before} side={found.before} name="before" />
        <SideCard title={TEXT.rectify.after} side={found.after} name="after" />
      </div>
      <p className="small soft">{TEXT.rectify.hull}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{TEXT.rectify.item}</th>
            <th scope="col">{TEXT.rectify.reason}</th>
          </tr>
        </thead>
        <tbody>
          {aside.map(({ evidence_id, type, reason }) => (
            <tr key={evidence_id}>
              <th scope="row">{nameOf(evidence_id, type)}</th>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** Contradictions of the evidence of a candidate, before and after they are resolved. */
export function RectifyPanel({ explanation, past }: { explanation: Explanation; past: boolean }) {
  const queries = useQueryClient()
  const writes = useMay('researcher')
  const { molecule_id, observation_id, run_id } = explanation
  const send = (dry_run: boolean) =>
    orThrow(service.POST('/v1/evidence/rectify', { body: { molecule_id, observation_id, run_id, dry_run } }))
  const check = useMutation({ mutationFn: () => send(true) })
  const apply = useMutation({
    mutationFn: () => send(false),
    onSuccess: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' }),
  })
  const found = apply.data ?? check.data
  const aside = found?.items.filter(({ action }) => action === 'set_aside').length ?? 0
  const error = check.error ?? apply.error
  return (
    <section className="panel stack" id="contradictions">
      <h2>{TEXT.rectify.title}</h2>
      <p className="soft">{TEXT.rectify.lead}</p>
      {found ? <Outcome found={found} explanation={explanation} /> : null}
      {error ? <Failure error={error} onRetry={() => check.mutate()} /> : null}
      {apply.data?.applied ? (
        <p role="status" className="notice">
          {TEXT.rectify.done(aside)}
        </p>
      ) : null}
      <div className="row no-print">
        {check.data || past ? null : (
          <button type="button" disabled={check.isPending} onClick={() => check.mutate()}>
            {TEXT.rectify.check}
          </button>
        )}
        {check.data && aside > 0 && !apply.data && writes ? (
          <button type="button" className="main" disabled={apply.isPending} onClick={() => apply.mutate()}>
            {TEXT.rectify.apply(aside)}
          </button>
        ) : null}
        {check.data && aside > 0 && !writes ? <span className="soft">{TEXT.rectify.viewer}</span> : null}
      </div>
    </section>
  )
}
