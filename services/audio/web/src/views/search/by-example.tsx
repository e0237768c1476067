import { orThrow } from '@assay/audio-client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Failure } from '../../failure.tsx'
import { service } from '../../service.ts'
import { TEXT as COMMON } from '../../text.ts'
import { HitList } from './hit-list.tsx'
import { Nothing } from './nothing.tsx'
import { type SearchSearch, SLIDERS } from './search-search.ts'
import { TEXT } from './text.ts'
import { TrackPicker } from './track-picker.tsx'

const HITS = 20
type SliderName = (typeof SLIDERS)[number]
type Change = (change: { readonly [Name in keyof SearchSearch]?: string }) => void

/** How much of something hits should have, compared with the example. */
function Slider({
  name,
  value,
  onChange,
}: {
  name: SliderName
  value: number
  onChange: (value: string) => void
}) {
  const id = useId()
  const [less, label, more] = TEXT.like.sliders[name]
  const said =
    value === 0 ? TEXT.like.same : `${value > 0 ? more : less} ${TEXT.like.amount(Math.round(100 * value))}`
  return (
    <div className="field slider">
      <label htmlFor={id}>
        {label} <output htmlFor={id}>{said}</output>
      </label>
      <input
        id={id}
        type="range"
        min={-1}
        max={1}
        step={0.25}
        value={value}
        aria-valuetext={said}
        onChange={({ target }) => onChange(Number(target.value) === 0 ? '' : target.value)}
      />
      <div className="slider-ends small soft" aria-hidden>
        <span>{less}</span>
        <span>{more}</span>
      </div>
    </div>
  )
}

const amounts = (search: SearchSearch) =>
  Object.fromEntries(
    SLIDERS.filter((name) => search[name] !== undefined).map((name) => [name, Number(search[name])]),
  )

/** Search by an example, with sliders for how hits should differ from it. */
export function ByExample({
  search,
  kept,
  onChange,
}: {
  search: SearchSearch
  /** What is searched: the sliders when they have come to rest. */
  kept: SearchSearch
  onChange: Change
}) {
  const adjust = amounts(kept)
  const isAdjusted = Object.keys(adjust).length > 0
  const found = useQuery({
    queryKey: ['tracks', 'like', kept.like, adjust],
    queryFn: ({ signal }) =>
      orThrow(
        service().POST('/api/v1/semantic/search', {
          body: { like_track_id: kept.like!, top_k: HITS, ...(isAdjusted ? { adjust } : {}) },
          signal,
        }),
      ),
    enabled: kept.like !== undefined,
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className="panel stack">
        <TrackPicker label={TEXT.like.label} value={search.like} onChange={(like) => onChange({ like })} />
        {search.like === undefined ? (
          <p className="soft">{TEXT.like.choose}</p>
        ) : (
          <div className="sliders">
            {SLIDERS.map((name) => (
              <Slider
                key={name}
                name={name}
                value={Number(search[name] ?? 0)}
                onChange={(value) => onChange({ [name]: value })}
              />
            ))}
            <button
              type="button"
              className="plain"
              disabled={Object.keys(amounts(search)).length === 0}
              onClick={() => onChange({ darkness: '', tempo: '', drums: '' })}
            >
              {TEXT.like.reset}
            </button>
          </div>
        )}
      </div>
      {found.error ? <Failure error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isLoading ? (
        <div className="skeleton chart-skeleton" role="status" aria-label={COMMON.loading} />
      ) : null}
      {found.data && kept.like !== undefined ? (
        <div className="stack" data-old={found.isPlaceholderData}>
          {found.data.not_heard.length > 0 ? (
            <p className="notice">
              <strong>{TEXT.words.notHeard}:</strong> {found.data.not_heard.join(', ')}.
            </p>
          ) : null}
          {found.data.results.length > 0 ? (
            <HitList hits={found.data.results} />
          ) : (
            <Nothing text={isAdjusted ? TEXT.like.nothing : TEXT.nothing} />
          )}
        </div>
      ) : null}
    </>
  )
}
