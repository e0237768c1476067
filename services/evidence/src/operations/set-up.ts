import { checkOrganization, checkPassword, checkUsername } from '../domain/accounts/user.ts'
import { Refusal } from '../domain/refusal.ts'
import { shownUser } from './log-in.ts'
import type { PageSession } from './page-session.ts'
import type { NewId, Origin, PageSessionStore, PasswordHasher, SetupStore } from './ports.ts'

const DEFAULT_ORGANIZATION = 'My organization'

/** First administrator to create, with the one-time token that `serve` printed. */
export interface SetUpRequest {
  readonly token: string
  readonly username: string
  readonly password: string
  readonly organization: string | undefined
}

const alreadyDone = () =>
  new Refusal(
    'CONFLICT',
    'The first administrator exists already. Sign in, or ask an administrator for a user.',
    {
      field: 'token',
      issue: 'cannot be used when there are users',
      provided: '[hidden]',
    },
  )

const wrongToken = () =>
  new Refusal(
    'AUTHENTICATION_ERROR',
    'This one-time address is wrong or has expired. Restart the service to get a new one.',
    { field: 'token', issue: 'is wrong or has expired', provided: '[hidden]' },
  )

/** Returns whether the first administrator has to be created. */
export function setupNeeded(deps: { setup: SetupStore }) {
  return async (): Promise<boolean> => (await deps.setup.check(undefined)).needed
}

/** Creates the first administrator and signs the browser in. The token is checked before anything else, and used once. */
export function setUp(deps: {
  setup: SetupStore
  passwords: PasswordHasher
  pageSessions: PageSessionStore
  newId: NewId
}) {
  return async (request: SetUpRequest, origin: Origin): Promise<PageSession> => {
    const { needed, valid } = await deps.setup.check(request.token)
    if (!needed) throw alreadyDone()
    if (!valid) throw wrongToken()
    const user = {
      id: deps.newId(),
      username: checkUsername(request.username),
      role: 'admin' as const,
      organization: checkOrganization(request.organization ?? DEFAULT_ORGANIZATION),
      passwordHash: await deps.passwords.hash(checkPassword(request.password)),
    }
    const created = await deps.setup.create(request.token, user, origin)
    if (created === 'done') throw alreadyDone()
    if (created === 'wrong') throw wrongToken()
    const token = await deps.pageSessions.start(created, origin)
    return { token, lifetimeSeconds: deps.pageSessions.lifetimeSeconds, user: shownUser(created) }
  }
}
