import { isIPv6 } from 'node:net'

/** The eight 16-bit groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The last 32 bits may be written as IPv4.
  const plain = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts) => {
    const [a, b, c, d] = parts.slice(0, 4).map(Number) as [number, number, number, number]
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
  const [head = '', tail] = plain.split('::')
  const read = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const [first, last] = [read(head), read(tail ?? '')]
  return [...first, ...new Array<number>(8 - first.length - last.length).fill(0), ...last]
}

/**
 * The network whose clients are counted together: an IPv4 address itself, an IPv4-mapped IPv6 address as that IPv4 address,
 * an IPv6 address as its /64 prefix, which is what one subscriber has at least. Anything else is returned unchanged.
 */
export function clientNetwork(address: string): string {
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return address
  const groups = groupsOf(plain)
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (mapped) {
    const bytes = groups.slice(6).flatMap((group) => [group >> 8, group & 255])
    return bytes.join('.')
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}
