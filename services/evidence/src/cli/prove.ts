import type { CommandContext } from '@assay/kit/cli'
import { packageVersion } from '@assay/kit/package-root'
import {
  backupClaims,
  type Claim,
  claim,
  contractClaims,
  type Deployment,
  hostileClaims,
  notRun,
  printClaims,
  send,
} from '@assay/kit/prove'
import { loadClaims } from '@assay/kit/prove-load'
import { type ProveOptions, proveOptions, proveOptionsHelp } from '@assay/kit/prove-options'
import { withThrowAways } from './throw-away.ts'

/** Help text of `assay-evidence prove`. */
export const proveHelp = `--url URL [--throw-away] [--load] [--backup DIR]

Checks a running deployment and prints claims with verdicts: its contract, hostile requests, that organizations do not see
each other, a fresh backup and, if asked, load. Exit code 0 only when no claim is broken. Without a token it asks only what
needs no credentials.

--throw-away makes two organizations in the database of the deployment and deletes them at the end. It needs DATABASE_URL with
the login that owns the tables, like "assay-evidence organizations delete"; the receipts of the deletions stay. With two
tokens instead it writes one molecule of a random name to the first organization, which stays, because a molecule cannot be
removed: give tokens of organizations that were made for this.

Options:
${proveOptionsHelp}
  --throw-away       prove with two organizations that are made for it and deleted
  --key TOKEN        access token of a user of one organization, or ASSAY_KEY in the environment
  --other-key TOKEN  the same of another organization, or ASSAY_OTHER_KEY in the environment`

const json = { 'content-type': 'application/json' }

async function accessClaims(nobody: Deployment): Promise<Claim[]> {
  const asked = (await send(nobody, '/v1/runs')).status
  const forged = (await send({ ...nobody, headers: { authorization: 'Bearer e30.e30.e30' } }, '/v1/runs'))
    .status
  const keys = await send(nobody, '/.well-known/jwks.json')
  return [
    claim(
      'nobody is served without a token',
      asked === 401 && forged === 401,
      `${asked} ${forged}`,
      '401 401',
    ),
    claim(
      'its keys are published without private parts',
      keys.status === 200 && !/"d":/.test(keys.text),
      keys.status,
      '200',
    ),
  ]
}

const ITEM = {
  type: 'spectral_match',
  value: 0.9,
  uncertainty: 0.1,
  timestamp: '2026-01-03T00:00:00Z',
  source: 'prove',
}

const TENANCY = 'an organization cannot see data of another'

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Checks that a molecule of one organization does not exist for another. Returns its name too. */
async function tenancyClaim(deployment: Deployment, other: Deployment): Promise<[Claim, string]> {
  const molecule = `prove-${crypto.randomUUID()}`
  const body = JSON.stringify({ molecule_id: molecule, evidence_list: [ITEM] })
  const path = '/v1/fuzzy-evidence/integrate'
  const kept = (await send(deployment, path, { method: 'POST', headers: json, body })).status
  const own = (await send(deployment, `/v1/molecules/${molecule}`)).status
  const seen = (await send(other, `/v1/molecules/${molecule}`)).status
  const evidence = (await send(other, `/v1/molecules/${molecule}/evidence`)).status
  const statuses = [kept, own, seen, evidence].join(' ')
  return [claim(TENANCY, statuses === '200 200 404 404', statuses, '200 200 404 404'), molecule]
}

/** Checks what is the same with any credentials, or none. */
async function commonClaims(deployment: Deployment, { load, mostPerSecond }: ProveOptions): Promise<Claim[]> {
  const path = 'authorization' in deployment.headers ? '/v1/auth/users/me' : '/.well-known/jwks.json'
  const hostile = ['/v1/auth/login', '/v1/fuzzy-evidence/integrate', '/v1/evidence/rectify']
  return [
    ...(await hostileClaims(deployment, hostile)),
    ...(load
      ? await loadClaims(deployment, { request: { method: 'GET', path }, mostPerSecond })
      : [notRun('load to the knee and back', 'ask for it with --load')]),
  ]
}

/** Checks with the tokens that were given, if any. */
async function givenClaims(nobody: Deployment, options: ProveOptions): Promise<Claim[]> {
  const { key, otherKey } = options
  const deployment = key ? { ...nobody, headers: bearer(key) } : nobody
  if (!key || !otherKey) {
    const reason = 'ask for it with --throw-away, or give --key and --other-key'
    return [notRun(TENANCY, reason), ...(await commonClaims(deployment, options))]
  }
  const [tenancy, molecule] = await tenancyClaim(deployment, { ...nobody, headers: bearer(otherKey) })
  const left = `the molecule ${molecule} stays in the organization of --key: none can be removed; --throw-away leaves nothing`
  return [tenancy, ...(await commonClaims(deployment, options)), notRun('nothing is left behind', left)]
}

/** Runs `assay-evidence prove`. */
export async function proveCommand({ argv, env, format }: CommandContext): Promise<number> {
  const options = proveOptions({ argv, env }, { 'throw-away': { type: 'boolean' } })
  const nobody: Deployment = { url: options.url, headers: {} }
  const claims = [
    ...(await contractClaims(nobody, packageVersion(import.meta.url))),
    ...(await accessClaims(nobody)),
    ...(options.own['throw-away']
      ? await withThrowAways(env, nobody, async ([first, second]) => {
          const deployment = { ...nobody, headers: bearer(first) }
          const [tenancy] = await tenancyClaim(deployment, { ...nobody, headers: bearer(second) })
          return [tenancy, ...(await commonClaims(deployment, options))]
        })
      : await givenClaims(nobody, options)),
    ...(await backupClaims(options.backup, options.backupHours)),
  ]
  return printClaims(claims, format)
}
