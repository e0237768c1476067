import { isIP } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'

const IPV6_NETWORK_BITS = 64

/** Some proxies include the port of their client: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:\[(?<bracketed>[^\]]*)\](?::\d+)?|(?<plain>[\d.]+):\d+)$/

/**
 * Returns the network under which requests of one client are counted. An IPv4 address counts as it is, also in its IPv6
 * form (`::ffff:192.0.2.1`). An IPv6 address counts by its /64, because one customer usually has at least that many
 * addresses (RFC 6177). Anything else is `unknown`, so that a client cannot get a new count by inventing text.
 */
export function clientNetwork(address: string): string {
  const { bracketed, plain } = WITH_PORT.exec(address)?.groups ?? {}
  const bare = (bracketed ?? plain ?? address).replace(/%.*$/, '')
  if (isIP(bare) === 0) return 'unknown'
  const network = normalizeIP(bare, IPV6_NETWORK_BITS)
  return network.includes(':') ? `${network}/${IPV6_NETWORK_BITS}` : network
}
