import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { TestPasskey } from '#test/passkeys.ts'
import { allowsPasskeys, checkAssertion, checkRegistration, isCounterFresh } from './passkey.ts'

const origin = 'https://parts.example.com'
const challenge = randomBytes(32)
const expected = { origin, rpId: 'parts.example.com', challenge }

type Texts = Record<string, string>
const bytesOf = <T extends Texts>(texts: T) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text, 'base64url')])) as {
    [K in keyof T]: Buffer
  }

const registered = (passkey: TestPasskey) =>
  checkRegistration(bytesOf(passkey.register(challenge.toString('base64url'))), expected)

function signed(passkey: TestPasskey, of = challenge) {
  const { publicKey } = bytesOf(passkey.register(''))
  return checkAssertion(bytesOf(passkey.sign(of.toString('base64url'))), publicKey, expected)
}

describe('a passkey', () => {
  it.each(['ec', 'ed25519', 'rsa'] as const)('registers and signs with a key of kind %s', (kind) => {
    const passkey = new TestPasskey(origin, kind)
    passkey.count = 7
    expect(registered(passkey)).toBe(7)
    expect(signed(passkey)).toBe(7)
  })

  it.each([
    ['at another address', { origin: 'https://parts.example.com.evil.example' }],
    ['for another host', { rpId: 'example.com' }],
    ['without a touch', { flags: 0 }],
  ])('is refused %s', (_, change) => {
    const passkey = Object.assign(new TestPasskey(origin), change)
    expect(registered(passkey)).toBeNull()
    expect(signed(passkey)).toBeNull()
  })

  it('is refused with another challenge, key or content', () => {
    const passkey = new TestPasskey(origin)
    expect(signed(passkey, randomBytes(32))).toBeNull()
    expect(signed(passkey, randomBytes(16))).toBeNull()

    const { publicKey } = bytesOf(passkey.register(''))
    const { publicKey: otherKey } = bytesOf(new TestPasskey(origin).register(''))
    const assertion = bytesOf(passkey.sign(challenge.toString('base64url')))
    expect(checkAssertion(assertion, publicKey, expected)).toBe(0)
    expect(checkAssertion(assertion, otherKey, expected)).toBeNull()

    const authenticatorData = Buffer.from(assertion.authenticatorData)
    authenticatorData.writeUInt32BE(9, 33)
    expect(checkAssertion({ ...assertion, authenticatorData }, publicKey, expected)).toBeNull()

    for (const clientData of ['', 'null', '[]', '{}', '{"type":"webauthn.get"}'])
      expect(checkAssertion({ ...assertion, clientData: Buffer.from(clientData) }, publicKey, expected)).toBeNull()
  })

  it('is refused if a registration is cut, or names another credential', () => {
    const registration = bytesOf(new TestPasskey(origin).register(challenge.toString('base64url')))
    const { authenticatorData } = registration
    for (const length of [0, 36, 37, 54, 60])
      expect(
        checkRegistration({ ...registration, authenticatorData: authenticatorData.subarray(0, length) }, expected),
      ).toBeNull()
    expect(checkRegistration({ ...registration, credentialId: randomBytes(32) }, expected)).toBeNull()
    expect(checkRegistration({ ...registration, publicKey: randomBytes(91) }, expected)).toBeNull()
  })
})

describe('the counter of a device', () => {
  it.each([
    [0, 0, true],
    [0, 1, true],
    [5, 6, true],
    [5, 5, false],
    [5, 4, false],
    [5, 0, false],
  ])('is fresh after a step from %i to %i: %s', (stored, given, isFresh) => {
    expect(isCounterFresh(stored, given)).toBe(isFresh)
  })
})

it.each([
  ['https://parts.example.com', true],
  ['http://localhost:8080', true],
  ['http://parts.example.com', false],
  ['https://192.0.2.1', false],
  ['https://[2001:db8::1]:8080', false],
])('%s allows passkeys: %s', (publicUrl, isAllowed) => {
  expect(allowsPasskeys(publicUrl)).toBe(isAllowed)
})
