/** The same answers by Fastify, pg and jose alone: what the slice is measured against. */
import Fastify, { type FastifyRequest } from 'fastify'
import { importJWK, type JWK, jwtVerify } from 'jose'
import pg from 'pg'
import { linguisticVariables } from '../src/domain/fuzzy/linguistic-variables.ts'
import { presentLinguisticVariables } from '../src/wire/linguistic-variables.present.ts'
import { LinguisticVariablesAnswer } from '../src/wire/linguistic-variables.schema.ts'
import { UserBody } from '../src/wire/users.schema.ts'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const { rows } = await pool.query<{ kid: string; private_jwk: JWK }>(
  'SELECT kid, private_jwk FROM signing_key',
)
const keys = new Map(
  await Promise.all(
    rows.map(async ({ kid, private_jwk: { d: _, ...jwk } }) => [kid, await importJWK(jwk, 'ES256')] as const),
  ),
)
async function subjectOf(request: FastifyRequest): Promise<string> {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const { payload } = await jwtVerify(token, ({ kid = '' }) => keys.get(kid)!, {
    issuer: 'assay-evidence',
    audience: 'assay-evidence',
    algorithms: ['ES256'],
  })
  return payload.sub as string
}

const app = Fastify({ logger: false })
const answer = presentLinguisticVariables(linguisticVariables)
app.get('/health', async () => ({ status: 'healthy' }))
app.get('/v1/auth/users/me', { schema: { response: { 200: UserBody } } }, async (request) => {
  const found = await pool.query(
    `SELECT app_user.id, app_user.username, app_user.role, organization.name AS organization, organization.id AS "organizationId"
     FROM app_user INNER JOIN organization ON organization.id = app_user.organization_id WHERE app_user.id = $1`,
    [await subjectOf(request)],
  )
  return found.rows[0]
})
app.get(
  '/v1/fuzzy-evidence/linguistic-variables',
  { schema: { response: { 200: LinguisticVariablesAnswer } } },
  async (request) => {
    await subjectOf(request)
    return answer
  },
)
await app.listen({ host: '127.0.0.1', port: Number(process.argv[process.argv.indexOf('--port') + 1]) })
