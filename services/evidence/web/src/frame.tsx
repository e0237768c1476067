import { NoSuchView, OfflineBar, PageMark } from '@assay/ui/page-parts'
import { Shell } from '@assay/ui/shell'
import { ThemeSwitch } from '@assay/ui/theme'
import { Link, Outlet } from '@tanstack/react-router'
import { Account } from './account.tsx'
import { Entrance } from './entrance.tsx'
import { Failure } from './failure.tsx'
import { useMay, useSession } from './session.ts'
import { TEXT } from './text.ts'

/** Lines of the mark beside the name. */
const MARK = ['M12 3l7.8 4.5v9L12 21l-7.8-4.5v-9z', 'M8 12.5l3 3 5-6.5']

/** The frame of every view. Who is not signed in sees the entrance in place of the view; the address stays. */
export function Frame() {
  const { data: session, error, refetch } = useSession()
  const user = session?.user
  const administers = useMay('admin')
  return (
    <Shell
      skip={TEXT.skip}
      name={
        <Link to="/runs" className="shell-name">
          <PageMark lines={MARK} />
          {TEXT.name}
        </Link>
      }
      views={
        user ? (
          <>
            <Link to="/runs">{TEXT.views.runs}</Link>
            <Link to="/review" activeOptions={{ includeSearch: false }}>
              {TEXT.views.review}
            </Link>
            <Link to="/reports" activeOptions={{ includeSearch: false }}>
              {TEXT.views.reports}
            </Link>
            {administers ? (
              <Link to="/people" activeOptions={{ includeSearch: false }}>
                {TEXT.views.people}
              </Link>
            ) : null}
          </>
        ) : null
      }
      tools={
        <div className="row shell-tools">
          {user ? <Account user={user} /> : null}
          <ThemeSwitch label={TEXT.theme.label} names={TEXT.theme} />
        </div>
      }
      foot={
        <p>
          {TEXT.foot} <a href="./docs">{TEXT.api}</a>
        </p>
      }
    >
      <OfflineBar text={TEXT.offlineBar} />
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {session && !user ? <Entrance ended={session.ended} /> : null}
      {user ? <Outlet key={user.id} /> : null}
      {session || error ? null : (
        <div className="skeleton chart-skeleton" role="status" aria-label={TEXT.loading} />
      )}
    </Shell>
  )
}

/** An address that leads to no view. */
export const NotFound = () => (
  <NoSuchView
    words={TEXT.notFound}
    home={
      <Link to="/runs" className="button main">
        {TEXT.notFound.home}
      </Link>
    }
  />
)
