import { randomBytes, randomUUID } from 'node:crypto'
import { type CommandContext, UsageError } from '@assay/kit/cli'
import { type Claim, claim, type Deployment, send } from '@assay/kit/prove'
import type { composeOrganizations } from '../compose/commands.ts'
import { readConfig } from '../config.ts'

async function logIn(
  deployment: Deployment,
  username: string,
  password: string,
): Promise<string | undefined> {
  const { status, text } = await send({ ...deployment, headers: {} }, '/v1/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  return status === 200 ? (JSON.parse(text) as { access_token: string }).access_token : undefined
}

type Organizations = Awaited<ReturnType<typeof composeOrganizations>>

/** Deletes the organizations whole. */
async function deleted(here: Organizations, names: readonly string[]): Promise<Claim> {
  let [rows, left] = [0, 0]
  for (const organization of names) {
    const organizationId = await here.organizations.findOrganization(organization)
    if (!organizationId) continue
    const request = { organizationId, organization, requestedBy: 'assay-evidence prove' }
    const receipt = await here.deleteOrganization(request, undefined, () => {})
    rows += receipt.rows_deleted_total
    left += receipt.rows_left
  }
  const figure = `${rows} rows deleted, ${left} left; two receipts stay, and counters of log-ins for some minutes`
  return claim('nothing is left behind', left === 0, figure, '0 left')
}

/**
 * Makes two organizations with one user each, lets `use` prove something with their tokens, and deletes both whole. Needs the
 * database of the deployment, by the login that owns its tables. Never migrates it.
 */
export async function withThrowAways(
  env: CommandContext['env'],
  deployment: Deployment,
  use: (tokens: readonly [string, string]) => Promise<Claim[]>,
): Promise<Claim[]> {
  const config = { ...readConfig({ argv: [], env }), migrateOnStart: false }
  if (config.databaseUrl === undefined)
    throw new UsageError(
      '--throw-away needs DATABASE_URL: the database of the deployment, by the login that owns its tables.',
    )
  const compose = await import('../compose/commands.ts')
  const { database, createUser } = await compose.composeUsers(config)
  const here = await compose.composeOrganizations(config)
  const names = [`prove-${randomUUID()}`, `prove-${randomUUID()}`] as const
  const password = randomBytes(18).toString('base64url')
  process.stderr.write(
    `Makes the organizations ${names.join(' and ')}, and deletes them at the end. If it is interrupted, use "assay-evidence organizations delete".\n`,
  )
  const claims: Claim[] = []
  try {
    for (const name of names)
      await createUser({ username: name, organization: name, role: 'researcher', password })
    const first = await logIn(deployment, names[0], password)
    const second = await logIn(deployment, names[1], password)
    const isTheirs = first !== undefined && second !== undefined
    claims.push(
      claim('DATABASE_URL is its database', isTheirs, isTheirs ? 'users log in' : 'users cannot log in', ''),
    )
    if (isTheirs) claims.push(...(await use([first, second])))
  } finally {
    claims.push(await deleted(here, names))
    await database.close()
    await here.database.close()
  }
  return claims
}
