import { Refusal } from '../domain/refusal.ts'
import type { createUser } from './create-user.ts'
import type { loadExampleRun } from './example-run.ts'
import { shownUser } from './log-in.ts'
import type { PageSession } from './page-session.ts'
import type { Member, Origin, PageSessionStore, SetupStore, UserStore } from './ports.ts'

const DEMO_USERNAME = 'demo'
const DEMO_ORGANIZATION = 'Demo'

async function demoUser(users: UserStore): Promise<Member | undefined> {
  const found = await users.findByUsername(DEMO_USERNAME)
  return found?.organization === DEMO_ORGANIZATION ? found : undefined
}

/**
 * Prepares a demonstration: a researcher whose password nobody knows, and the example run. Throws if the database has
 * users of its own, which a demonstration must not mix with.
 */
export function prepareDemo(deps: {
  users: UserStore
  setup: SetupStore
  createUser: ReturnType<typeof createUser>
  loadExampleRun: ReturnType<typeof loadExampleRun>
  newPassword: () => string
}) {
  return async (): Promise<void> => {
    if ((await deps.setup.check(undefined)).needed)
      await deps.createUser({
        username: DEMO_USERNAME,
        password: deps.newPassword(),
        role: 'researcher',
        organization: DEMO_ORGANIZATION,
      })
    const member = await demoUser(deps.users)
    if (!member)
      throw new Error(
        'The data folder has users of its own. --demo needs an empty folder, or none to use a temporary one.',
      )
    const { id: userId, organizationId, role, epoch } = member
    await deps.loadExampleRun({ userId, organizationId, role, epoch, requestId: 'demo' })
  }
}

/** Signs one browser in as the researcher of the demonstration. The token works once. */
export function enterDemo(deps: {
  users: UserStore
  pageSessions: PageSessionStore
  /** Compares in constant time. */
  isToken: (given: string) => boolean
}) {
  let used = false
  return async (given: string, origin: Origin): Promise<PageSession> => {
    if (used || !deps.isToken(given))
      throw new Refusal(
        'AUTHENTICATION_ERROR',
        'This one-time address was used before or is wrong. Restart the demonstration to get a new one.',
        { field: 'token', issue: 'is wrong or was used before', provided: '[hidden]' },
      )
    // Before the first pause, so that two requests cannot both pass.
    used = true
    const member = await demoUser(deps.users)
    if (!member) throw new Error('the demonstration has no user')
    const token = await deps.pageSessions.start(member, origin)
    return { token, lifetimeSeconds: deps.pageSessions.lifetimeSeconds, user: shownUser(member) }
  }
}
