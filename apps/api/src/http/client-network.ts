import { isIPv6 } from 'node:net'

const groupsOf = (text: string) => text.split(':').filter((group) => group !== '')

/**
 * Rate limits count by IPv4 address or by IPv6 /64: one connection usually has a whole /64 (ABU-1).
 */
export function clientNetwork(address: string): string {
  if (!isIPv6(address)) return address

  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped

  const [head = '', tail = ''] = address.split('::')
  const first = groupsOf(head)
  const last = groupsOf(tail)
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0')
  const network = [...first, ...zeros, ...last].slice(0, 4)

  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
