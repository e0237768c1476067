import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Database } from '@assay/kit/database'
import { migrate, readMigrations } from '@assay/kit/migrate'
import type { App } from '@assay/kit/server'
import { type Engine, freshDatabase } from '@assay/kit/testing'
import type { EvidenceDatabase } from '../../src/adapters/postgres/schema.ts'
import { compose } from '../../src/compose/server.ts'
import { prepareQueue } from '../../src/compose/worker.ts'
import { readConfig } from '../../src/config.ts'
import type { Role } from '../../src/domain/accounts/user.ts'

export const PASSWORD = 'correct horse battery staple'
const LOGIN = 'evidence_test_login'

/** A login as a deployment makes it: member of evidence_service, owner of nothing, no superuser, bound by policies. */
async function asServiceLogin(owner: Database<unknown>, url: string): Promise<string> {
  await owner.inTransaction((run) =>
    run(`DO $$ BEGIN
      FOR attempt IN 1..50 LOOP
        BEGIN
          IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${LOGIN}') THEN
            CREATE ROLE ${LOGIN} LOGIN NOSUPERUSER NOBYPASSRLS IN ROLE evidence_service;
          END IF;
          EXIT;
        EXCEPTION WHEN duplicate_object OR unique_violation OR internal_error THEN PERFORM pg_sleep(0.05);
        END;
      END LOOP; END $$`),
  )
  const login = new URL(url)
  login.username = LOGIN
  login.password = ''
  return login.href
}

export interface RunningService {
  readonly engine: Engine
  readonly app: App
  readonly database: Database<EvidenceDatabase>
  /** As the service reaches its server; undefined where it is embedded. */
  readonly databaseUrl: string | undefined
  /** On the server a handle of the owner, for looking behind the service's back. */
  readonly owner: Database<EvidenceDatabase>
  /** Returns a token that creates the first administrator. */
  offerSetup(): Promise<string | undefined>
  addUser(role: Role, organization: string): Promise<{ id: string; username: string; token: string }>
  remove(): Promise<void>
}

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies freely; the contract test checks their types.
  readonly body: any
}

/** One request through the whole HTTP door, without a socket. */
export async function call(
  { app }: Pick<RunningService, 'app'>,
  token: string | undefined,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  body?: unknown,
): Promise<Answer> {
  const response = await app.inject({
    method,
    url,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  return { status: response.statusCode, body: response.body === '' ? null : JSON.parse(response.body) }
}

/** The service on a fresh database, with further flags. On the server it runs as a login that owns nothing. */
export async function runService(engine: Engine, flags: readonly string[] = []): Promise<RunningService> {
  const test = await freshDatabase(engine, 'evidence')
  const migrations = readMigrations(join(import.meta.dirname, '../../migrations'))
  let url = test.config.databaseUrl
  let owner: Database<EvidenceDatabase> | undefined
  if (url) {
    owner = await test.open<EvidenceDatabase>()
    await migrate(owner, migrations)
    await prepareQueue(readConfig({ argv: ['--log-level', 'error', '--database-url', url], env: {} }), owner)
    url = await asServiceLogin(owner as Database<unknown>, url)
  }
  const config = readConfig({
    argv: [
      ...['--log-level', 'error', '--rate-limit-per-minute', '0', '--max-event-loop-delay-ms', '0'],
      ...(url ? ['--database-url', url, '--no-migrate-on-start'] : ['--data-dir', test.config.dataDir]),
      ...(test.config.embeddedTemplate ? ['--embedded-template', test.config.embeddedTemplate] : []),
      ...flags,
    ],
    env: {},
  })
  const service = await compose(config)
  const { app, database } = service
  await app.ready()
  const running: RunningService = {
    engine,
    app,
    database,
    databaseUrl: url,
    owner: owner ?? database,
    offerSetup: service.offerSetup,
    async addUser(role, organization) {
      const username = `u${randomUUID().slice(0, 8)}`
      const { id } = await service.createUser({ username, role, organization, password: PASSWORD })
      const answer = await call(running, undefined, 'POST', '/v1/auth/login', {
        username,
        password: PASSWORD,
      })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return { id, username, token: answer.body.access_token as string }
    },
    async remove() {
      await app.close()
      await service.stop()
      await test.remove()
    },
  }
  return running
}
