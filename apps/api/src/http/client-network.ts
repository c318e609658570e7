import { isIPv4, isIPv6 } from 'node:net'

/** Counted together: nobody gets a budget of their own by sending what is not an address. */
const unknownNetwork = 'unknown'

/**
 * The network that all limits count by: an IPv4 address or an IPv6 /56, because one connection usually
 * has a whole /56 (ABU-1). Proxies write addresses in many ways: with a port, in brackets, with a
 * zone, an IPv4 address inside an IPv6 one. All spellings of an address count as the same network. A
 * client that has gone before its request is read has no address any more, whatever Fastify's types say.
 */
export function clientNetwork(address: string | undefined): string {
  const bare = withoutPort((address ?? '').trim()).replace(/%.*$/, '')
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return unknownNetwork

  const groups = groupsOf(bare)
  const [a = 0, b = 0, c = 0, d = 0] = groups
  if (holdsIPv4(groups)) return groups.slice(6).flatMap(bytesOf).join('.')
  return `${[a, b, c, d & 0xff00].map((group) => group.toString(16)).join(':')}::/56`
}

/** "[2001:db8::1]:443" or "192.0.2.7:51234"; an IPv6 address without brackets has no port. */
function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1]
  if (bracketed !== undefined) return bracketed
  return /^([\d.]+):\d+$/.exec(address)?.[1] ?? address
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  // The URL parser writes every spelling in the same way, with hexadecimal groups only.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail = ''] = canonical.split('::')
  const numbers = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)))

  const first = numbers(head)
  const last = numbers(tail)
  const zeros = Array<number>(8 - first.length - last.length).fill(0)
  return [...first, ...zeros, ...last]
}

const mapped = [0, 0, 0, 0, 0, 0xffff]
const translated = [0x64, 0xff9b, 0, 0, 0, 0]

/** IPv4 addresses as sockets map them (::ffff:0:0/96) and as NAT64 translates them (64:ff9b::/96). */
function holdsIPv4(groups: readonly number[]): boolean {
  return [mapped, translated].some((prefix) => prefix.every((group, i) => groups[i] === group))
}

const bytesOf = (group: number) => [group >> 8, group & 0xff]
