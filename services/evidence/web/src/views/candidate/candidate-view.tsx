import { formatShare } from '@assay/ui/format'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Failure } from '../../failure.tsx'
import { writeChosen } from '../report/chosen.ts'
import { BoundsPanel } from './bounds-panel.tsx'
import { type Explanation, explanationOf, nameOf, observationOf, type Wanted } from './explanation.ts'
import { FlipPanel, NextPanel } from './flip-panel.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { NetworkPanel } from './network-panel.tsx'
import { ReasonDrawer } from './reason-drawer.tsx'
import { RectifyPanel } from './rectify-panel.tsx'
import { Shares } from './shares.tsx'
import { SourcesPanel } from './sources-panel.tsx'
import { Structure } from './structure.tsx'
import { TEXT } from './text.ts'
import { Waterfall, type WaterfallRow } from './waterfall.tsx'
import './candidate.css'

const route = getRouteApi('/runs/$run/observations/$observation')

/** What the probability rests on: never a frequency before a fit. */
function CalibrationNote({ calibration }: Pick<Explanation, 'calibration'>) {
  const { calibrated, calibrated_by, uncalibrated_types } = calibration
  return (
    <>
      {calibrated ? (
        <p className="small soft">{TEXT.calibratedBy[calibrated_by]}</p>
      ) : (
        <p className="notice small">{calibrated_by === 'nothing' ? TEXT.uncalibrated : TEXT.unproven}</p>
      )}
      {uncalibrated_types.length > 0 ? (
        <p className="small soft">{TEXT.uncalibratedTypes(uncalibrated_types.join(', '))}</p>
      ) : null}
    </>
  )
}

function Verdict({ explanation, wanted }: { explanation: Explanation; wanted: Wanted }) {
  const [low = 0, high = 1] = explanation.bounds
  const { level, flip } = explanation
  return (
    <section className="panel verdict">
      <Structure smiles={explanation.smiles} name={nameOf(explanation)} />
      <div className="stack">
        <p className="soft small">{TEXT.probability}</p>
        <p>
          <span className="card-value number" data-probability={explanation.probability}>
            {formatShare(explanation.probability)}
          </span>{' '}
          <span className="soft number">{TEXT.bounds(low, high)}</span>
        </p>
        <p className="row">
          <span className="tag">{TEXT.verdict[flip.verdict](explanation.confidence_threshold)}</span>
          <span className="tag" title={TEXT.levelHint}>
            {level.schymanski ? TEXT.levelName(level.schymanski) : TEXT.noLevel}
          </span>
          <span className="soft small">{TEXT.rank(explanation.rank, explanation.candidates_total)}</span>
        </p>
        <p className="small soft">{level.reason}</p>
        <CalibrationNote calibration={explanation.calibration} />
        <div className="row no-print">
          <Link to="/review" search={{ run: wanted.run }} className="button">
            {TEXT.review}
          </Link>
          <Link
            to="/reports"
            search={{ run: wanted.run, observations: writeChosen([wanted.observation]) }}
            className="button"
          >
            {TEXT.report}
          </Link>
        </div>
      </div>
    </section>
  )
}

/** Whether two addresses are about one candidate, at whatever moment. */
const isSame = (before: Wanted | undefined, now: Wanted): boolean =>
  before?.run === now.run && before.observation === now.observation && before.candidate === now.candidate

/** One candidate of an observation: its probability, and the reason of every number in it. */
export function CandidateView() {
  const { run, observation } = route.useParams()
  const { candidate, as_of: asOf } = route.useSearch()
  const wanted: Wanted = { run, observation, candidate, asOf }
  // Only another moment of the same candidate may show the numbers of before, which are dimmed until its own are here.
  const explained = useQuery({
    ...explanationOf(wanted),
    placeholderData: (before, query) => (isSame(query?.queryKey[1], wanted) ? before : undefined),
  })
  const observed = useQuery({
    ...observationOf(wanted),
    placeholderData: (before, query) =>
      query?.queryKey[1] === run && query.queryKey[2] === observation ? before : undefined,
  })
  const [reason, setReason] = useState<WaterfallRow>()
  const explanation = explained.data
  const openItem = (id: string) => {
    const item = explanation?.items.find(({ evidence_id }) => evidence_id === id)
    if (item) setReason({ kind: 'item', item })
  }
  return (
    <div className="stack candidate" aria-busy={explained.isPlaceholderData}>
      <p className="no-print">
        <Link to="/runs/$run" params={{ run }}>
          ← {TEXT.back}
        </Link>
      </p>
      <header>
        <p className="soft long">{TEXT.observation(observation)}</p>
        <h1 className="long">{explained.error ? TEXT.missing : explanation ? nameOf(explanation) : '…'}</h1>
        {explanation && !explained.error ? (
          <p className="soft small long">{explanation.molecule_ids.join(', ')}</p>
        ) : null}
      </header>
      {asOf ? (
        <p className="notice row">
          {explained.error ? null : TEXT.past(asOf)}{' '}
          <Link
            to="/runs/$run/observations/$observation"
            params={{ run, observation }}
            search={candidate ? { candidate } : {}}
          >
            {TEXT.toNow}
          </Link>
        </p>
      ) : null}
      {explained.error ? <Failure error={explained.error} onRetry={() => void explained.refetch()} /> : null}
      {explained.error && candidate ? (
        <p>
          <Link to="/runs/$run/observations/$observation" params={{ run, observation }}>
            {TEXT.best}
          </Link>
        </p>
      ) : null}
      {explained.isPending ? (
        <div className="skeleton chart-skeleton" role="status" aria-label={TEXT.loading} />
      ) : null}
      {explanation && !explained.error ? (
        <>
          <Verdict explanation={explanation} wanted={wanted} />
          {observed.data ? (
            <Shares observation={observed.data} shown={explanation.candidate_key} wanted={wanted} />
          ) : null}
          <section className="panel stack">
            <h2>{TEXT.waterfall.title}</h2>
            <p className="soft">{TEXT.waterfall.lead}</p>
            <Waterfall explanation={explanation} onReason={setReason} />
          </section>
          <div className="pair">
            <BoundsPanel explanation={explanation} />
            <FlipPanel explanation={explanation} />
          </div>
          <SourcesPanel explanation={explanation} />
          <div className="pair">
            <NextPanel wanted={wanted} />
            <RectifyPanel
              key={`${run} ${observation} ${explanation.candidate_key}`}
              explanation={explanation}
              past={asOf !== undefined}
            />
          </div>
          <NetworkPanel
            key={`network ${run} ${observation} ${explanation.molecule_id}`}
            moleculeId={explanation.molecule_id}
            wanted={wanted}
            onItem={openItem}
          />
          <HistoryPanel wanted={wanted} />
          {reason ? (
            <ReasonDrawer row={reason} explanation={explanation} onClose={() => setReason(undefined)} />
          ) : null}
        </>
      ) : null}
    </div>
  )
}
