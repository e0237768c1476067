import { isIP } from 'node:net'

/** Whether the proxy at `address`, `hop` hops away, may state where a request comes from. */
export type TrustProxy = false | string[] | ((address: string, hop: number) => boolean)

/** Networks by name, as in Fastify. */
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

function isNetwork(text: string): boolean {
  if (NAMED_NETWORKS.includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  // Trusting every address would accept any X-Forwarded-For that a client sends.
  return /^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128)
}

const networksOf = (text: string): string[] => text.split(',').map((part) => part.trim())

/** Whether a text is a list of networks to trust, separated by commas. */
export const areNetworks = (text: string): boolean => networksOf(text).every(isNetwork)

/**
 * Converts `TRUST_PROXY` for Fastify. A number of hops becomes a function, because Fastify trusts no proxy when it gets
 * a number. https://fastify.dev/docs/latest/Reference/Server/#trustproxy
 */
export function trustedProxies(option: string | number | false): TrustProxy {
  if (typeof option === 'string') return networksOf(option)
  return option === false || option === 0 ? false : (_address, hop) => hop < option
}
