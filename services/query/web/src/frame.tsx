import { NoSuchView, PageMark } from '@assay/ui/page-parts'
import { Shell } from '@assay/ui/shell'
import { ThemeSwitch } from '@assay/ui/theme'
import { Link, Outlet } from '@tanstack/react-router'
import { TEXT } from './text.ts'

/** Lines of the mark beside the name. */
const MARK = ['M4 20V4M4 7h4M4 12h6M4 17h4', 'M13 20c0-7 3-9 7-14']

/** The frame of every view. */
export function Frame() {
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
          <Link to="/" activeOptions={{ exact: true, includeSearch: false }}>
            {TEXT.views.measure}
          </Link>
          <Link to="/ask" activeOptions={{ includeSearch: false }}>
            {TEXT.views.ask}
          </Link>
          <Link to="/growth" activeOptions={{ includeSearch: false }}>
            {TEXT.views.growth}
          </Link>
          <Link to="/plan" activeOptions={{ includeSearch: false }}>
            {TEXT.views.plan}
          </Link>
          <Link to="/survey">{TEXT.views.survey}</Link>
          <Link to="/catalogue" activeOptions={{ includeSearch: false }}>
            {TEXT.views.catalogue}
          </Link>
        </>
      }
      tools={<ThemeSwitch label={TEXT.theme.label} names={TEXT.theme} />}
      foot={
        <>
          <p>{TEXT.privacy}</p>
          <p>
            {TEXT.intendedUse} <a href="./docs">{TEXT.api}</a>
          </p>
        </>
      }
    >
      <Outlet />
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
