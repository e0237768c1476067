import { randomUUID } from 'node:crypto'
import type { Database } from '@assay/kit/database'
import type { FastifyBaseLogger } from 'fastify'
import { argon2Hasher } from '../adapters/argon2/password-hasher.ts'
import { openIdProvider } from '../adapters/openid/openid-provider.ts'
import type { EvidenceDatabase } from '../adapters/postgres/schema.ts'
import { postgresSignOnStore } from '../adapters/postgres/sign-on-store.ts'
import type { Config } from '../config.ts'
import { readAdmissionRule } from '../domain/accounts/single-sign-on.ts'
import type { PageSessionStore } from '../operations/ports.ts'
import { beginSignOn, finishSignOn } from '../operations/single-sign-on.ts'
import { unknownPassword } from './demo.ts'

/** Returns the messages of an error and its causes. The objects themselves may hold tokens, which are not logged. */
function reasonsOf(error: unknown): string[] {
  return error instanceof Error ? [error.message, ...reasonsOf(error.cause)] : []
}

/** Wires single sign-on; undefined if no provider is configured. */
export function composeSignOn(
  config: Config,
  database: Database<EvidenceDatabase>,
  pageSessions: PageSessionStore,
  logger: FastifyBaseLogger,
) {
  const { oidcIssuer: issuer, oidcClientId: clientId, publicUrl } = config
  if (issuer === undefined || clientId === undefined) return undefined
  const deps = {
    provider: openIdProvider({
      issuer,
      clientId,
      clientSecret: config.oidcClientSecret,
      scopes: config.oidcScopes,
      redirectUri: `${publicUrl}/v1/sso-callback`,
    }),
    rules: config.oidcAdmit.flatMap((text) => readAdmissionRule(text) ?? []),
    signOns: postgresSignOnStore(database.db),
    pageSessions,
    passwords: argon2Hasher,
    newId: randomUUID,
    newSecret: unknownPassword,
    report: (error: unknown) => logger.warn({ reasons: reasonsOf(error) }, 'single sign-on'),
  }
  return {
    name: config.oidcName,
    secure: publicUrl.startsWith('https:'),
    begin: beginSignOn(deps),
    finish: finishSignOn(deps),
  }
}
