import { BlockList, isIP } from 'node:net'
import Type from 'typebox'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/**
 * Whether only this machine can reach a server that listens on `host`. A host name other than localhost counts as
 * public.
 */
export function isLoopback(host: string): boolean {
  const family = isIP(host)
  if (family === 0) return host === 'localhost'
  return loopback.check(host, family === 4 ? 'ipv4' : 'ipv6')
}

/** Option that allows a public address without authentication. */
export const anonymousOption = {
  allowAnonymous: Type.Boolean({
    default: false,
    description: 'Allow AUTHENTICATION=none on an address that other machines can reach',
  }),
}

/**
 * Returns a problem when other machines can reach the address without authentication, unless ALLOW_ANONYMOUS is set.
 */
export function publicAddressProblems(
  config: { readonly host: string; readonly authentication: string; readonly allowAnonymous: boolean },
  alternatives: string,
): string[] {
  if (config.authentication !== 'none' || config.allowAnonymous || isLoopback(config.host)) return []
  return [
    `HOST: ${config.host} can be reached by other machines while AUTHENTICATION is none; choose ${alternatives}, or set ALLOW_ANONYMOUS=true to run an open service`,
  ]
}
