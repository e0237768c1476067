import { orThrow } from '@assay/audio-client'
import { SelectField } from '@assay/ui/field'
import { useQuery } from '@tanstack/react-query'
import { Failure } from '../../failure.tsx'
import { service } from '../../service.ts'
import { TEXT as COMMON } from '../../text.ts'
import type { PathStep } from '../wire.ts'
import { Facts } from './hit-list.tsx'
import type { SearchSearch } from './search-search.ts'
import { TEXT } from './text.ts'
import { TrackPicker } from './track-picker.tsx'

type Change = (change: { readonly [Name in keyof SearchSearch]?: string }) => void
type Verdict = 'compatible' | 'clashes' | 'guess'

const SIGNS: Readonly<Record<Verdict, string>> = { compatible: '✓', clashes: '✕', guess: '?' }

/** Whether something fits, by sign, word and colour. */
const Part = ({ label, verdict, text }: { label: string; verdict: Verdict; text: string }) => (
  <span className={`step-part ${verdict}`} data-verdict={verdict}>
    <span className="step-sign" aria-hidden>
      {SIGNS[verdict]}
    </span>
    <span className="hidden">{TEXT.path[verdict]}: </span>
    {label}: {text}
  </span>
)

/** How a track follows the one before it. */
function Step({ step }: { step: PathStep }) {
  const { key, tempo } = step
  const keyVerdict = key === null || !key.certain ? 'guess' : key.compatible ? 'compatible' : 'clashes'
  return (
    <p className="step small" title={step.why}>
      <Part
        label={TEXT.path.key}
        verdict={keyVerdict}
        text={key === null ? TEXT.path.noKey : TEXT.path.relations[key.relation]}
      />
      <Part
        label={TEXT.path.tempo}
        verdict={tempo === null ? 'guess' : tempo.compatible ? 'compatible' : 'clashes'}
        text={tempo === null ? TEXT.path.noTempo : TEXT.path.change(tempo.change, tempo.multiple)}
      />
    </p>
  )
}

/** A path of tracks from one to another, with the relation of keys and tempos at each step. */
export function ByPath({ search, onChange }: { search: SearchSearch; onChange: Change }) {
  const { from, to, steps } = search
  const isSame = from !== undefined && from === to
  const found = useQuery({
    queryKey: ['tracks', 'path', from, to, steps],
    queryFn: ({ signal }) =>
      orThrow(
        service().POST('/api/v1/semantic/path', {
          body: { from: from!, to: to!, ...(steps === undefined ? {} : { steps: Number(steps) }) },
          signal,
        }),
      ),
    enabled: from !== undefined && to !== undefined && !isSame,
  })
  const path = found.data
  return (
    <>
      <div className="panel stack">
        <div className="path-ends">
          <TrackPicker label={TEXT.path.from} value={from} onChange={(id) => onChange({ from: id })} />
          <button
            type="button"
            disabled={from === undefined && to === undefined}
            onClick={() => onChange({ from: to ?? '', to: from ?? '' })}
          >
            {TEXT.path.swap}
          </button>
          <TrackPicker label={TEXT.path.to} value={to} onChange={(id) => onChange({ to: id })} />
          <SelectField
            label={TEXT.path.steps}
            value={steps ?? ''}
            onChange={(count) => onChange({ steps: count })}
            options={[
              ['', TEXT.path.auto],
              ...Array.from({ length: 12 }, (_, i) => [String(i + 1), TEXT.path.stepCount(i + 1)] as const),
            ]}
          />
        </div>
        {isSame ? <p className="notice">{TEXT.path.same}</p> : null}
        {from === undefined || to === undefined ? <p className="soft">{TEXT.path.choose}</p> : null}
      </div>
      {found.error ? <Failure error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isLoading ? (
        <div className="skeleton chart-skeleton" role="status" aria-label={COMMON.loading} />
      ) : null}
      {path && !isSame ? (
        <div className="stack">
          <p
            role="status"
            className={path.compatible ? 'small soft' : 'notice small'}
            data-compatible={path.compatible}
          >
            {path.compatible ? TEXT.path.allCompatible : TEXT.path.notAll}{' '}
            {steps !== undefined && path.tracks.length - 1 < Number(steps)
              ? TEXT.path.fewer(path.tracks.length - 1)
              : null}
          </p>
          <ol className="path">
            {path.tracks.map((track) => (
              <li key={track.track_id} data-track={track.track_id}>
                {track.step ? <Step step={track.step} /> : null}
                <div className="hit">
                  <div className="hit-head">
                    <a href={`#/tracks/${track.track_id}`} className="hit-title long">
                      {track.title}
                    </a>
                    {track.artist === null ? null : <span className="soft long">{track.artist}</span>}
                  </div>
                  <Facts track={track} />
                </div>
              </li>
            ))}
          </ol>
        </div>
      ) : null}
    </>
  )
}
