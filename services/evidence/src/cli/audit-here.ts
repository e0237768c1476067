import { UserError } from '@assay/kit/cli'
import { DataDirInUse } from '@assay/kit/data-dir-lock'
import { readConfig } from '../config.ts'
import { OPERATOR_ID } from '../domain/accounts/user.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Actor } from '../operations/ports.ts'

/** Operations on the audit trail, on the database of the configuration. */
export type AuditHere = Awaited<ReturnType<typeof import('../compose/commands.ts').composeAudit>>

/** Opens the database, runs `work` as the operator of an organization, and closes the database. */
export async function withAuditHere<T>(
  env: Readonly<Record<string, string | undefined>>,
  { organization, dataDir }: { organization: string | undefined; dataDir: string | undefined },
  work: (here: AuditHere, operator: Actor) => Promise<T>,
): Promise<T> {
  if (!organization) throw new UserError('--organization is required: the organization of the audit trail.')
  const config = readConfig({ argv: dataDir ? ['--data-dir', dataDir] : [], env })
  const { composeAudit } = await import('../compose/commands.ts')
  const here = await composeAudit(config)
  try {
    const organizationId = await here.organizations.findOrganization(organization)
    if (!organizationId)
      throw new UserError(`There is no organization named "${organization}". Check the spelling.`)
    return await work(here, {
      userId: OPERATOR_ID,
      organizationId,
      role: 'admin',
      epoch: 'operator',
      requestId: 'assay-evidence audit',
    })
  } finally {
    await here.database.close()
  }
}

/** Runs an audit command. Explains a data folder that a server uses, and refusals, as messages for the user. */
export async function explained(command: string, run: () => Promise<number>): Promise<number> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof DataDirInUse && error.owner?.url)
      throw new UserError(
        `A server is using this data folder. Send the request to the server: assay-evidence ${command} --url ${error.owner.url} --username NAME --password-stdin`,
      )
    if (error instanceof Refusal) throw new UserError(error.message)
    throw error
  }
}
