let token: string | undefined

/**
 * Takes the one-time token out of an address such as /setup#TOKEN, so that it is neither in the history of the browser nor
 * in a screenshot. Call it before the router reads the address.
 */
export function takeOneTimeToken(): void {
  const { pathname, hash } = window.location
  if (!pathname.endsWith('/setup')) return
  const given = decodeURIComponent(hash.slice(1))
  if (given !== '' && !given.startsWith('/')) token = given
  window.history.replaceState(null, '', './#/setup')
}

/** The token of the address that this page was opened with. */
export const oneTimeToken = (): string | undefined => token

/** Forgets the token once it is used. */
export const forgetOneTimeToken = (): void => {
  token = undefined
}
