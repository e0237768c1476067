import { isIP } from 'node:net'

/** Whether the machine at `address`, `hop` machines away from us, may say where a request comes from. */
export type TrustProxy = false | string[] | ((address: string, hop: number) => boolean)

/** Networks by name, as Fastify knows them. */
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

function isNetwork(text: string): boolean {
  if (NAMED_NETWORKS.includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  // A network of every address would believe whatever a client writes.
  return /^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128)
}

const networksOf = (text: string): string[] => text.split(',').map((part) => part.trim())

/** Whether a text says which proxies to trust: `false`, a number of hops, or networks separated by commas. */
export const saysTrustedProxies = (text: string): boolean =>
  text === 'false' || /^\d{1,2}$/.test(text) || networksOf(text).every(isNetwork)

/**
 * Reads `TRUST_PROXY` for Fastify. A number of hops becomes a function: Fastify trusts nobody when it is given a number.
 * https://fastify.dev/docs/latest/Reference/Server/#trustproxy
 */
export function trustedProxies(option: string | number | false): TrustProxy {
  const text = String(option)
  if (text === 'false') return false
  if (!/^\d+$/.test(text)) return networksOf(text)
  const hops = Number(text)
  return hops === 0 ? false : (_address, hop) => hop < hops
}
