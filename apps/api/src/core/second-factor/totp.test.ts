import { describe, expect, it } from 'vitest'
import { base32, findTotpStep, newTotpSecret, totpCode, totpStepAt, totpUri } from './totp.ts'

/** The key of the test vectors of RFC 6238, appendix B. */
const secret = Buffer.from('12345678901234567890')
const at = (seconds: number) => new Date(seconds * 1000)

describe('a code of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('follows the time: at %i s it is %s (RFC 6238, last six digits)', (seconds, code) => {
    expect(totpCode(secret, totpStepAt(at(seconds)))).toBe(code)
  })

  it('is accepted one step early or late, and no more', () => {
    const now = at(1_234_567_890)
    const step = totpStepAt(now)
    for (const offset of [-1, 0, 1])
      expect(findTotpStep(secret, totpCode(secret, step + offset), now)).toBe(step + offset)
    for (const offset of [-2, 2]) expect(findTotpStep(secret, totpCode(secret, step + offset), now)).toBeNull()
  })

  it.each(['', '12345', '1234567', 'abcdef', '００５９２４'])('is refused if it is %j', (code) => {
    expect(findTotpStep(secret, code, at(1_234_567_890))).toBeNull()
  })
})

describe('the secret', () => {
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('%j is written as %j (RFC 4648, without padding)', (bytes, text) => {
    expect(base32(Buffer.from(bytes))).toBe(text)
  })

  it('has 160 random bits, another each time', () => {
    expect(newTotpSecret()).toHaveLength(20)
    expect(newTotpSecret().equals(newTotpSecret())).toBe(false)
  })

  it('is in the address of the QR code, with names that need no escaping by the app', () => {
    expect(totpUri({ issuer: 'Pièces & Co', name: 'zoé+1@example.com', secret })).toBe(
      'otpauth://totp/Pi%C3%A8ces%20%26%20Co:zo%C3%A9%2B1%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Pi%C3%A8ces%20%26%20Co',
    )
  })
})
