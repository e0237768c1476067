import { KeyForm } from '@assay/ui/key-form'
import { NoSuchView, OfflineBar, PageMark } from '@assay/ui/page-parts'
import { Shell } from '@assay/ui/shell'
import { ThemeSwitch } from '@assay/ui/theme'
import { useQueryClient } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { keepKey, useAccess } from './access.ts'
import { FollowJobs } from './jobs/live-jobs.ts'
import { TEXT } from './text.ts'

/** Lines of the mark beside the name. */
const MARK = ['M3 10v4M7 6v12M11 3v18M15 8v8M19 5v14']

/** The frame of every view. Where the service asks for a key, the frame asks the reader. */
export function Frame() {
  const access = useAccess()
  const queries = useQueryClient()
  return (
    <Shell
      skip={TEXT.skip}
      name={
        <Link to="/" className="shell-name">
          <PageMark lines={MARK} />
          {TEXT.name}
        </Link>
      }
      views={
        <>
          <Link to="/" activeOptions={{ exact: true }}>
            {TEXT.views.start}
          </Link>
          <Link to="/library" activeOptions={{ includeSearch: false }}>
            {TEXT.views.library}
          </Link>
          <Link to="/search" activeOptions={{ includeSearch: false }}>
            {TEXT.views.search}
          </Link>
          <Link to="/jobs" activeOptions={{ includeSearch: false }}>
            {TEXT.views.jobs}
          </Link>
        </>
      }
      tools={<ThemeSwitch label={TEXT.theme.label} names={TEXT.theme} />}
      foot={
        <p>
          {TEXT.foot} <a href="./docs">{TEXT.api}</a>
        </p>
      }
    >
      <OfflineBar text={TEXT.offlineBar} />
      {access === 'open' ? (
        <>
          <FollowJobs />
          <Outlet />
        </>
      ) : (
        <KeyForm
          words={TEXT.key}
          refused={access === 'refused'}
          onKey={(key) => {
            keepKey(key)
            // Everything that was refused for want of a key is asked for again.
            void queries.resetQueries()
          }}
        />
      )}
    </Shell>
  )
}

/** An address that leads to no view. */
export const NotFound = () => (
  <NoSuchView
    words={TEXT.notFound}
    home={
      <Link to="/" className="button main">
        {TEXT.notFound.home}
      </Link>
    }
  />
)
