import { freePort } from '@assay/kit/testing-process'
import { afterAll, expect, test } from 'vitest'
import { realProvider } from '../support/identity-provider.ts'
import { inspect, setUp, useService } from './browser.ts'

// The provider must know the address of the service before it starts.
const port = await freePort()
const url = `http://127.0.0.1:${port}`
let account = 'grace'
const accounts = {
  grace: { email: 'grace@example.org', email_verified: true },
  eve: { email: 'eve@evil.org', email_verified: true },
}
// Another host name is another site: the cookies have to survive the way there and back.
const provider = await realProvider(`${url}/v1/sso-callback`, accounts, () => account, 'localhost')
const service = useService({
  args: [
    ...['--port', String(port), '--public-url', url, '--oidc-issuer', provider.issuer],
    ...['--oidc-client-id', 'evidence', '--oidc-client-secret', 'a secret of the client'],
    ...['--oidc-name', 'Example ID', '--oidc-admit', 'email_domain:example.org=Example Lab:viewer'],
  ],
})
afterAll(() => provider.close())

test('a person signs in with the button, and one who is not admitted is told why', async () => {
  const admin = await service.open()
  await setUp(admin.page, service.setupAddress)
  await admin.context.close()

  const { page, context } = await service.open()
  await page.goto(`${service.url}/#/reports`)
  await page.getByRole('link', { name: 'Sign in with Example ID' }).click()
  await page.getByRole('heading', { name: 'Reports', exact: true }).waitFor()
  const answer = await context.request.get(`${service.url}/v1/session`)
  expect((await answer.json()).user).toMatchObject({ username: 'grace@example.org', role: 'viewer' })
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toMatch(
    /token|eyJ/,
  )
  await context.close()

  account = 'eve'
  const other = await service.open()
  await other.page.goto(service.url)
  await other.page.getByRole('link', { name: 'Sign in with Example ID' }).click()
  await other.page.getByText('not admitted here').waitFor()
  await inspect(other.page, 'not-admitted')
  await other.context.close()
})
