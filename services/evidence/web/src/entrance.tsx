import { orThrow } from '@assay/evidence-client'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { oneTimeToken } from './one-time-token.ts'
import { service } from './service.ts'
import { SetUp } from './set-up.tsx'
import { SignIn } from './sign-in.tsx'
import { TEXT } from './text.ts'

/** What somebody sees who is not signed in: the form to sign in, or to create the first administrator. */
export function Entrance({ ended }: { ended: string | undefined }) {
  const [skipped, setSkipped] = useState(false)
  const { pathname } = useLocation()
  const setup = useQuery({
    queryKey: ['setup'],
    queryFn: () => orThrow(service.GET('/v1/setup')),
    enabled: ended === undefined,
  })
  if (pathname === '/demo-ended')
    return (
      <p className="notice entrance" role="alert">
        {TEXT.demoEnded}
      </p>
    )
  if (setup.isLoading) return <div className="skeleton entrance" role="status" aria-label={TEXT.loading} />
  // Where the question is not answered, signing in says what is wrong.
  if (!setup.data?.needed || skipped) return <SignIn ended={ended} />
  const token = oneTimeToken()
  return token === undefined ? (
    <div className="panel stack entrance">
      <h1>{TEXT.setup.noToken}</h1>
      <p>{TEXT.setup.noTokenText}</p>
    </div>
  ) : (
    <SetUp token={token} onSignIn={() => setSkipped(true)} />
  )
}
