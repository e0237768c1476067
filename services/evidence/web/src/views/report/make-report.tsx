import { orThrow } from '@assay/evidence-client'
import { formatShare, readNumber } from '@assay/ui/format'
import { TableFrame } from '@assay/ui/table-frame'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useId, useState } from 'react'
import { Failure } from '../../failure.tsx'
import { service } from '../../service.ts'
import { useRuns } from '../runs/use-runs.ts'
import { readChosen, writeChosen } from './chosen.ts'
import { asReport } from './report-data.ts'
import { TEXT } from './text.ts'

const PAGE = 50

/** Observations of a run, most probable first. */
const useObservations = (run: string | undefined, find: string) =>
  useInfiniteQuery({
    queryKey: ['reportable', run, find],
    queryFn: ({ pageParam }) =>
      orThrow(
        service.GET('/v1/runs/{run_id}/observations', {
          params: {
            path: { run_id: run ?? '' },
            query: {
              limit: PAGE,
              ...(/[\p{L}\p{N}]/u.test(find) ? { candidate: find } : {}),
              ...(pageParam ? { cursor: pageParam } : {}),
            },
          },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    enabled: run !== undefined,
  })

function Choice({
  run,
  chosen,
  onChoose,
}: {
  run: string
  chosen: ReadonlySet<string>
  onChoose: (ids: ReadonlySet<string>) => void
}) {
  const id = useId()
  const [find, setFind] = useState('')
  const found = useObservations(run, useDeferredValue(find.trim()))
  const rows = found.data?.pages.flatMap((page) => page.observations) ?? []
  const toggle = (observation: string) => {
    const next = new Set(chosen)
    if (!next.delete(observation)) next.add(observation)
    onChoose(next)
  }
  return (
    <>
      <div className="field">
        <label htmlFor={id}>{TEXT.make.find}</label>
        <input id={id} type="search" value={find} onChange={({ target }) => setFind(target.value)} />
      </div>
      <div className="row">
        <button
          type="button"
          onClick={() => onChoose(new Set([...chosen, ...rows.map((row) => row.observation_id)]))}
        >
          {TEXT.make.all}
        </button>
        <button type="button" onClick={() => onChoose(new Set())}>
          {TEXT.make.clear}
        </button>
        <span className="number" role="status">
          {TEXT.make.chosen(chosen.size)}
        </span>
      </div>
      {found.error ? <Failure error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.data && rows.length === 0 ? <p className="soft">{TEXT.make.missing}</p> : null}
      <TableFrame label={TEXT.make.choice} className="choice-table">
        <table>
          <thead>
            <tr>
              <th scope="col" />
              <th scope="col">{TEXT.make.observation}</th>
              <th scope="col">{TEXT.make.best}</th>
              <th scope="col" className="number">
                {TEXT.make.probability}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.observation_id}>
                <td>
                  <input
                    type="checkbox"
                    aria-label={TEXT.make.chooseOne(row.observation_id)}
                    checked={chosen.has(row.observation_id)}
                    onChange={() => toggle(row.observation_id)}
                  />
                </td>
                <th scope="row">{row.observation_id}</th>
                <td className="long">{row.best?.name ?? row.best?.molecule_id ?? '–'}</td>
                <td className="number">{row.best ? formatShare(row.best.probability) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      {found.hasNextPage ? (
        <div className="row">
          <button type="button" disabled={found.isFetching} onClick={() => void found.fetchNextPage()}>
            {TEXT.make.more}
          </button>
        </div>
      ) : null}
    </>
  )
}

/** The form that makes a report of chosen observations. */
export function MakeReport({ run, chosen: text }: { run: string | undefined; chosen: string | undefined }) {
  const id = useId()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [threshold, setThreshold] = useState('0.9')
  const chosen = new Set(readChosen(text))
  const { runs } = useRuns()
  const number = readNumber(threshold)
  const valid = number !== undefined && number > 0 && number < 1
  const show = (nextRun: string | undefined, ids: ReadonlySet<string>) =>
    void navigate({
      to: '/reports',
      search: {
        ...(nextRun ? { run: nextRun } : {}),
        ...(ids.size > 0 ? { observations: writeChosen(ids) } : {}),
      },
      replace: true,
      resetScroll: false,
    })
  const make = useMutation({
    mutationFn: async () =>
      asReport(
        await orThrow(
          service.POST('/v1/reports', {
            body: {
              run_id: run ?? '',
              observation_ids: [...chosen],
              confidence_threshold: number ?? 0.9,
            },
          }),
        ),
      ),
    onSuccess: ({ result_hash }) => {
      void queries.invalidateQueries({ queryKey: ['reports'] })
      void navigate({ to: '/reports/$hash', params: { hash: result_hash } })
    },
  })
  return (
    <form
      className="panel stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (valid && chosen.size > 0) make.mutate()
      }}
    >
      <h2>{TEXT.make.title}</h2>
      <div className="report-fields">
        <div className="field">
          <label htmlFor={`${id}-run`}>{TEXT.make.run}</label>
          <select
            id={`${id}-run`}
            value={run ?? ''}
            onChange={({ target }) => show(target.value || undefined, new Set())}
          >
            <option value="">{TEXT.make.choose}</option>
            {runs?.map((one) => (
              <option key={one.run_id} value={one.run_id}>
                {one.name ?? one.run_id}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor={`${id}-threshold`}>{TEXT.make.threshold}</label>
          <input
            id={`${id}-threshold`}
            inputMode="decimal"
            value={threshold}
            aria-invalid={valid ? undefined : true}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => setThreshold(target.value)}
          />
          <span id={`${id}-hint`} className={valid ? 'field-hint' : 'field-error'}>
            {valid ? TEXT.make.thresholdHint : TEXT.make.wrong}
          </span>
        </div>
      </div>
      {run ? <Choice run={run} chosen={chosen} onChoose={(ids) => show(run, ids)} /> : null}
      {make.error ? <Failure error={make.error} onRetry={() => make.mutate()} /> : null}
      {run ? (
        <div className="row">
          <button type="submit" className="main" disabled={!valid || chosen.size === 0 || make.isPending}>
            {TEXT.make.submit(chosen.size)}
          </button>
        </div>
      ) : null}
    </form>
  )
}
