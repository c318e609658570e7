import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { NoncedPage } from './nonced-page.ts'

const nonces = ['YWJjZGVmZ2hpamtsbW5vcHFy', 'cnFwb25tbGtqaWhnZmVkY2Jh'] as const

/** Words that do not compress to nothing, with umlauts. */
const words = Array.from({ length: 8000 }, (_, i) => createHash('sha256').update(`é${i}`).digest('hex').slice(0, 6))

it.each([
  ['no nonce', 'plain page é'],
  ['one nonce', '<script nonce="@">1</script>'],
  ['nonces at both ends and side by side', '@a@@b@'],
  ['a long page', words.map((word, i) => (i % 900 === 7 ? '<script nonce="@">' : `<p>${word}</p>`)).join('')],
])('sends %s as valid gzip with the nonce in all places', (_, page) => {
  const nonced = new NoncedPage(page, '@')
  for (const nonce of nonces) {
    const expected = page.replaceAll('@', nonce)
    expect(nonced.plain(nonce).toString()).toBe(expected)
    expect(gunzipSync(nonced.gzip(nonce)).toString()).toBe(expected)
  }
})

it('compresses what is around the nonce once, and well', () => {
  const page = `<script nonce="@">1</script>${'<p>the same words</p>'.repeat(4000)}`
  const nonced = new NoncedPage(page, '@')
  const [one, other] = nonces.map((nonce) => nonced.gzip(nonce).toString('latin1'))

  expect(one?.length).toBeLessThan(page.length / 50)
  // The nonce is in the stream as it is; before the checksum, nothing else differs.
  expect(one?.replace(nonces[0], '').slice(0, -8)).toBe(other?.replace(nonces[1], '').slice(0, -8))
})
