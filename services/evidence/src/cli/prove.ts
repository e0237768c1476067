import type { CommandContext } from '@assay/kit/cli'
import { packageVersion } from '@assay/kit/package-root'
import {
  backupClaims,
  type Claim,
  claim,
  contractClaims,
  type Deployment,
  hostileClaims,
  loadClaims,
  notRun,
  printClaims,
  send,
} from '@assay/kit/prove'
import { proveOptions, proveOptionsHelp } from '@assay/kit/prove-options'

/** Help text of `assay-evidence prove`. */
export const proveHelp = `--url URL [--key TOKEN] [--other-key TOKEN] [--load] [--backup DIR]

Checks a running deployment and prints claims with verdicts: its contract, hostile requests, that organizations do not see
each other, a fresh backup and, if asked, load. Exit code 0 only when no claim is broken. Without --key it asks only what
needs no credentials.

With both tokens it describes one molecule in each organization, under a random name: give tokens of two organizations that
were made for this and are deleted afterwards.

Options:
${proveOptionsHelp}
  --key TOKEN        access token of a user of one organization
  --other-key TOKEN  access token of a user of another organization`

const json = { 'content-type': 'application/json' }

async function accessClaims(deployment: Deployment): Promise<Claim[]> {
  const nobody = { ...deployment, headers: {} }
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

/** Checks that a molecule of one organization does not exist for another, also when both use one name. */
async function tenancyClaims(deployment: Deployment, otherKey: string | undefined): Promise<Claim[]> {
  const name = 'an organization cannot see data of another'
  if (otherKey === undefined) return [notRun(name, 'give --key and --other-key')]
  const other = { ...deployment, headers: { authorization: `Bearer ${otherKey}` } }
  const molecule = `prove-${crypto.randomUUID()}`
  const body = JSON.stringify({ molecule_id: molecule, evidence_list: [ITEM] })
  const path = '/v1/fuzzy-evidence/integrate'
  const kept = (await send(deployment, path, { method: 'POST', headers: json, body })).status
  const own = (await send(deployment, `/v1/molecules/${molecule}`)).status
  const seen = (await send(other, `/v1/molecules/${molecule}`)).status
  const evidence = (await send(other, `/v1/molecules/${molecule}/evidence`)).status
  const statuses = [kept, own, seen, evidence].join(' ')
  return [claim(name, statuses === '200 200 404 404', statuses, '200 200 404 404')]
}

/** Runs `assay-evidence prove`. */
export async function proveCommand({ argv, format }: CommandContext): Promise<number> {
  const options = proveOptions(argv)
  const headers: Record<string, string> = options.key ? { authorization: `Bearer ${options.key}` } : {}
  const deployment = { url: options.url, headers }
  const load = {
    requestOf: () => ({ method: 'GET', path: options.key ? '/v1/auth/users/me' : '/.well-known/jwks.json' }),
    mostPerSecond: options.mostPerSecond,
  }
  const claims = [
    ...(await contractClaims(deployment, packageVersion(import.meta.url))),
    ...(await accessClaims(deployment)),
    ...(await tenancyClaims(deployment, options.key && options.otherKey)),
    ...(await hostileClaims(deployment, [
      '/v1/auth/login',
      '/v1/fuzzy-evidence/integrate',
      '/v1/evidence/rectify',
    ])),
    ...(options.load
      ? await loadClaims(deployment, load)
      : [notRun('load to the knee and back', 'ask for it with --load')]),
    ...(await backupClaims(options.backup, options.backupHours)),
  ]
  return printClaims(claims, format)
}
