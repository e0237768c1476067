import { orThrow } from '@assay/evidence-client'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { service } from './service.ts'
import { TEXT } from './text.ts'

/** Reason of a failed sign-in, read once when the page loads: the router rewrites the address. */
const FAILED = new URLSearchParams(window.location.hash.split('?')[1]).get('sso')

/** The link to the identity provider, if there is one, and why the last sign-in through it failed. */
export function SingleSignOn() {
  const { href } = useLocation()
  const provider = useQuery({
    queryKey: ['sso-provider'],
    queryFn: () => orThrow(service.GET('/v1/sso-provider')),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const name = provider.data?.name
  const failure = FAILED === null ? undefined : TEXT.signIn.failures[FAILED]
  if (!name && !failure) return null
  return (
    <div className="stack">
      {failure ? (
        <p className="notice" role="alert">
          {failure}
        </p>
      ) : null}
      {name ? (
        <a className="button" href={`v1/sso?return_to=${encodeURIComponent(href)}`}>
          {TEXT.signIn.with(name)}
        </a>
      ) : null}
    </div>
  )
}
