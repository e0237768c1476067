import { isIP } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'

const IPV6_NETWORK_BITS = 64

/** Some proxies write the port of their client too: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:\[(?<bracketed>[^\]]*)\](?::\d+)?|(?<plain>[\d.]+):\d+)$/

/**
 * The network that requests of one client are counted under: an IPv4 address as it is, also when it is written as IPv6
 * (`::ffff:192.0.2.1`), and the /64 of an IPv6 address, because one customer has at least that many addresses
 * (RFC 6177). Anything else is `unknown`: text that a client makes up must not give it a new count.
 */
export function clientNetwork(address: string): string {
  const { bracketed, plain } = WITH_PORT.exec(address)?.groups ?? {}
  const bare = (bracketed ?? plain ?? address).replace(/%.*$/, '')
  if (isIP(bare) === 0) return 'unknown'
  const network = normalizeIP(bare, IPV6_NETWORK_BITS)
  return network.includes(':') ? `${network}/${IPV6_NETWORK_BITS}` : network
}
