import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Whether the proxy at `address`, `hop` hops away, may state where a request comes from. */
export type TrustProxy = false | string[] | ((address: string, hop: number) => boolean)

/** Networks by name, as in Fastify. */
const SUBNETS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

function isNetwork(text: string): boolean {
  if (Object.hasOwn(SUBNETS, text)) return true
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

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

function trustOf(trust: TrustProxy): (address: string, hop: number) => boolean {
  if (trust === false) return () => false
  if (typeof trust === 'function') return trust
  const trusted = new BlockList()
  for (const network of trust.flatMap((name) => SUBNETS[name] ?? [name])) {
    const [address = '', bits] = network.split('/')
    const all = isIP(address) === 6 ? 128 : 32
    trusted.addSubnet(address, bits === undefined ? all : Number(bits), familyOf(address))
  }
  return (address) => isIP(address) !== 0 && trusted.check(address, familyOf(address))
}

/** Returns a function that finds the address of a client as Fastify's `request.ip` does, for requests that it has not seen. */
export function clientAddressBy(
  trust: TrustProxy,
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string {
  const trusts = trustOf(trust)
  return ({ headers, socket }) => {
    let address = socket.remoteAddress ?? ''
    if (trust === false) return address
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
    for (let hop = 0; forwarded.length > 0 && trusts(address, hop); hop += 1) {
      const next = forwarded.pop()?.trim()
      if (next) address = next
    }
    return address
  }
}
