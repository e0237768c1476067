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
import { proveOptions, proveOptionsHelp } from '@assay/kit/prove-options'

/** Help text of `assay-query prove`. */
export const proveHelp = `--url URL [--key KEY] [--load]

Checks a running deployment and prints claims with verdicts: its contract, its answers, hostile requests and, if asked, load.
Exit code 0 only when no claim is broken. Leaves nothing behind: the service keeps nothing.

Options:
${proveOptionsHelp}
  --key KEY          API key, where the deployment asks for one, or ASSAY_KEY in the environment`

const json = { 'content-type': 'application/json' }
const PERSON = { height_cm: 180, weight_kg: 80, age_years: 30, sex: 'male' }

/** Weight over squared height of the person above. */
const BMI = 80 / 1.8 ** 2

async function answerClaims(deployment: Deployment): Promise<Claim[]> {
  const metrics = await send(deployment, '/metrics', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ parameters: PERSON, options: { metrics: ['bmi'] } }),
  })
  const asked = await send(deployment, '/query', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ query: 'I am 180 cm tall and weigh 80 kg. What is my BMI?' }),
  })
  const refused = await send(deployment, '/metrics', {
    method: 'POST',
    headers: json,
    body: '{"parameters": {"height_cm": -1}}',
  })
  const [exact, bmi] = [BMI.toFixed(2), BMI.toFixed(1)]
  return [
    claim('a metric is computed', metrics.text.includes(exact), metrics.status, `BMI ${exact}`),
    claim('a question is answered', asked.text.includes(bmi), asked.status, `BMI ${bmi}`),
    claim(
      'an impossible value is refused by name',
      refused.status === 422 && refused.text.includes('height_cm'),
      refused.status,
      '422',
    ),
  ]
}

/** Checks that credentials are needed where they are used. */
async function keyClaims(deployment: Deployment, key: string | undefined): Promise<Claim[]> {
  const name = 'nobody is served without a key'
  if (key === undefined) return [notRun(name, 'no --key given')]
  const body = JSON.stringify({ parameters: PERSON })
  const { status } = await send({ ...deployment, headers: {} }, '/metrics', {
    method: 'POST',
    headers: json,
    body,
  })
  return [claim(name, status === 401, status, '401')]
}

/** Runs `assay-query prove`. */
export async function proveCommand({ argv, env, format }: CommandContext): Promise<number> {
  const options = proveOptions({ argv, env })
  const deployment = { url: options.url, headers: options.key ? { 'x-api-key': options.key } : {} }
  const load = {
    request: {
      method: 'POST',
      path: '/metrics',
      headers: json,
      body: JSON.stringify({ parameters: PERSON }),
    },
    mostPerSecond: options.mostPerSecond,
  }
  const claims = [
    ...(await contractClaims(deployment, packageVersion(import.meta.url))),
    ...(await answerClaims(deployment)),
    ...(await keyClaims(deployment, options.key)),
    ...(await hostileClaims(deployment, ['/metrics', '/query', '/fhir/metrics'])),
    ...(options.load
      ? await loadClaims(deployment, load)
      : [notRun('load to the knee and back', 'ask for it with --load')]),
    ...(options.backup ? await backupClaims(options.backup, options.backupHours) : []),
  ]
  return printClaims(claims, format)
}
