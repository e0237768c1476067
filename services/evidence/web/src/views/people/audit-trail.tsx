import { orThrow } from '@assay/evidence-client'
import { DateField, SelectField } from '@assay/ui/field'
import { formatTime } from '@assay/ui/format'
import { csvFile, saveFile } from '@assay/ui/save-file'
import { TableFrame } from '@assay/ui/table-frame'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Failure } from '../../failure.tsx'
import { type AuditEntry, service } from '../../service.ts'
import { TEXT as COMMON } from '../../text.ts'
import type { AuditSearch } from './audit-search.ts'
import { TEXT } from './text.ts'
import { useUsers } from './use-users.ts'

const route = getRouteApi('/people')

const SYSTEM = '00000000-0000-0000-0000-000000000000'
const DAY_MS = 86_400_000

/** The filter as the service takes it. The last day counts whole. */
function queryOf({ action, user, from, to }: AuditSearch) {
  return {
    ...(action ? { action } : {}),
    ...(user ? { user_id: user } : {}),
    ...(from ? { from: new Date(`${from}T00:00`).toISOString() } : {}),
    ...(to ? { to: new Date(new Date(`${to}T00:00`).getTime() + DAY_MS).toISOString() } : {}),
  }
}

const nameOf = ({ username, user_id }: AuditEntry): string =>
  username ?? (user_id === SYSTEM ? TEXT.audit.system : TEXT.audit.removed)

/** One detail in words: texts as they are, lists with commas, and what is true by its name alone. */
function detailOf([name, value]: [string, unknown]): string {
  const words = name.replaceAll('_', ' ')
  if (value === true) return words
  const text = (one: unknown) => (typeof one === 'string' ? one : JSON.stringify(one))
  return `${words} ${Array.isArray(value) ? value.map(text).join(', ') : text(value)}`
}

async function exportAll(search: AuditSearch): Promise<void> {
  const rows: string[][] = []
  for await (const entry of service.pages('/v1/audit', { query: { limit: 1000, ...queryOf(search) } }))
    rows.push([
      entry.at,
      entry.action,
      nameOf(entry),
      entry.user_id,
      entry.target,
      JSON.stringify(entry.details),
      entry.request_id,
    ])
  const head = ['time', 'action', 'username', 'user_id', 'target', 'details', 'request_id']
  saveFile('audit-trail.csv', csvFile([head, ...rows]))
}

/** What was done in the organization, with filters and an export. */
export function AuditTrail() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/people' })
  const { data: users } = useUsers()
  const pages = useInfiniteQuery({
    queryKey: ['audit', search],
    queryFn: ({ pageParam }) =>
      orThrow(
        service.GET('/v1/audit', {
          params: { query: { limit: 50, ...queryOf(search), ...(pageParam ? { cursor: pageParam } : {}) } },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: (before) => before,
  })
  const save = useMutation({ mutationFn: () => exportAll(search) })
  const change = (next: AuditSearch) =>
    void navigate({ search: (now: AuditSearch) => ({ ...now, ...next }), replace: true, resetScroll: false })
  const entries = pages.data?.pages.flatMap((page) => page.entries)
  return (
    <section className="panel stack" aria-labelledby="audit">
      <div className="row drawer-head wrap">
        <h2 id="audit">{TEXT.audit.title}</h2>
        <button type="button" disabled={save.isPending} onClick={() => save.mutate()}>
          {save.isPending ? TEXT.audit.exporting : TEXT.audit.export}
        </button>
      </div>
      <p className="small soft">{TEXT.audit.lead}</p>
      <search className="audit-filters">
        <SelectField
          label={TEXT.audit.action}
          value={search.action ?? ''}
          onChange={(action) => change({ action })}
          options={{ '': TEXT.audit.anyAction, ...TEXT.audit.actions }}
        />
        <SelectField
          label={TEXT.audit.user}
          value={search.user ?? ''}
          onChange={(user) => change({ user })}
          options={{
            '': TEXT.audit.anyUser,
            ...Object.fromEntries((users ?? []).map(({ id, username }) => [id, username])),
          }}
        />
        <DateField label={TEXT.audit.from} value={search.from ?? ''} onChange={(from) => change({ from })} />
        <DateField label={TEXT.audit.to} value={search.to ?? ''} onChange={(to) => change({ to })} />
      </search>
      {save.error ? <Failure error={save.error} onRetry={() => save.mutate()} /> : null}
      {pages.error ? <Failure error={pages.error} onRetry={() => void pages.refetch()} /> : null}
      {!entries && !pages.error ? (
        <div className="skeleton run-skeleton" role="status" aria-label={COMMON.loading} />
      ) : null}
      {entries?.length === 0 ? <p className="soft">{TEXT.audit.empty}</p> : null}
      {entries && entries.length > 0 ? (
        <TableFrame label={TEXT.audit.title}>
          <table className="audit">
            <thead>
              <tr>
                <th scope="col">{TEXT.audit.at}</th>
                <th scope="col">{TEXT.audit.action}</th>
                <th scope="col">{TEXT.audit.user}</th>
                <th scope="col">{TEXT.audit.details}</th>
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <tr key={entry.id}>
                  <td className="number audit-time">{formatTime(entry.at)}</td>
                  <td title={entry.action}>{TEXT.audit.actions[entry.action] ?? entry.action}</td>
                  <td className="long">{nameOf(entry)}</td>
                  <td className="long soft">{Object.entries(entry.details).map(detailOf).join(' · ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      ) : null}
      {pages.hasNextPage ? (
        <div className="row">
          <button type="button" disabled={pages.isFetching} onClick={() => void pages.fetchNextPage()}>
            {TEXT.audit.more}
          </button>
        </div>
      ) : null}
    </section>
  )
}
