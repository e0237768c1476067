import { UserError } from '@assay/kit/cli'

/** Sends a request to a running server. Throws its error message as a `UserError`. */
export async function ask<T>(url: string, init: RequestInit): Promise<T> {
  const response = await fetch(url, init)
  const body = (await response.json()) as T & { error?: { message: string } }
  if (response.ok) return body
  throw new UserError(body.error?.message ?? `${url} answered ${response.status}`)
}

/** Logs in to a running server. `url` may end with /v1 or not. */
export async function logInThere(url: string, username: string, password: string) {
  const base = `${url.replace(/\/$/, '').replace(/\/v1$/, '')}/v1`
  const { access_token } = await ask<{ access_token: string }>(`${base}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  return { base, authorization: `Bearer ${access_token}` }
}
