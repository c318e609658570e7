import { expect, it } from 'vitest'
import { clientNetwork } from './client-network.ts'

it.each<[address: string | undefined, network: string]>([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:51234', '192.0.2.7'],
  [' 192.0.2.7 ', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['[::ffff:c000:0207]:443', '192.0.2.7'],
  ['64:ff9b::c000:207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0::/56'],
  ['2001:0DB8:0001:00fe::9', '2001:db8:1:0::/56'],
  ['2001:db8:1:1ff::', '2001:db8:1:100::/56'],
  ['[2001:db8:1:2::9]:51234', '2001:db8:1:0::/56'],
  ['2001:db8::1', '2001:db8:0:0::/56'],
  ['fe80::1%eth0', 'fe80:0:0:0::/56'],
  ['::1', '0:0:0:0::/56'],
  ['', 'unknown'],
  [undefined, 'unknown'],
  ['not an address', 'unknown'],
  ['192.0.2.999', 'unknown'],
  ['2001:db8::1::2', 'unknown'],
])('counts %s as %s (ABU-1)', (address, network) => {
  expect(clientNetwork(address)).toBe(network)
})
