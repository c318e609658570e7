import { isIPv6 } from 'node:net'

const groups = (part: string) => part.split(':').filter((group) => group !== '')

/**
 * What limits count as one caller: an IPv4 address, or an IPv6 network of 64 bits, since one line has a whole one to
 * call from (ABU-1).
 */
export function clientNetwork(address: string): string {
  if (!isIPv6(address)) return address

  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped

  const [head = '', tail = ''] = address.split('::')
  const known = [groups(head), groups(tail)] as const
  const zeros = Array<string>(Math.max(0, 8 - known[0].length - known[1].length)).fill('0')
  const network = [...known[0], ...zeros, ...known[1]].slice(0, 4)

  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
