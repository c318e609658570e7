import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { SecretVault } from './secret-vault.ts'

const vault = new SecretVault(randomBytes(32))
const secret = Buffer.from('a secret of a customer')

it('opens what it sealed, and shows nothing of it', () => {
  const sealed = vault.seal('totp 1', secret)
  expect(vault.open('totp 1', sealed)).toEqual(secret)
  expect(sealed.includes(secret.subarray(0, 8))).toBe(false)
  expect(vault.seal('totp 1', secret).equals(sealed)).toBe(false)
})

it('does not open what was sealed for another subject or by another installation', () => {
  const sealed = vault.seal('totp 1', secret)
  expect(() => vault.open('totp 2', sealed)).toThrow()
  expect(() => new SecretVault(randomBytes(32)).open('totp 1', sealed)).toThrow()
})

it('derives the same bytes for a subject, and others for other subjects and installations', () => {
  expect(vault.derive('a')).toEqual(vault.derive('a'))
  expect(vault.derive('a')).not.toEqual(vault.derive('b'))
  expect(new SecretVault(randomBytes(32)).derive('a')).not.toEqual(vault.derive('a'))
})

it('does not open what was changed or cut', () => {
  const sealed = vault.seal('totp 1', secret)
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(sealed.readUInt8(i) ^ 1, i)
    expect(() => vault.open('totp 1', changed)).toThrow()
  }

  for (const length of [0, 12, 27, sealed.length - 1])
    expect(() => vault.open('totp 1', sealed.subarray(0, length))).toThrow()
})
