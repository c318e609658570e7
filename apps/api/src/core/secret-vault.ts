import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const cipherName = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts secrets that the database stores and the product needs in plain text again. The key comes
 * from the installation's secret, which is kept with the files: a copy of the database alone reveals
 * nothing.
 */
export class SecretVault {
  readonly #key: Buffer
  readonly #derivationKey: Buffer

  constructor(installationSecret: Buffer) {
    this.#key = Buffer.from(hkdfSync('sha256', installationSecret, '', 'sealed secrets', 32))
    this.#derivationKey = Buffer.from(hkdfSync('sha256', installationSecret, '', 'derived secrets', 32))
  }

  /** `subject` names what the secret is for, such as "totp <customer>": nothing else can open it. */
  seal(subject: string, secret: Buffer): Buffer {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(cipherName, this.#key, nonce).setAAD(Buffer.from(subject))
    const encrypted = Buffer.concat([cipher.update(secret), cipher.final()])
    return Buffer.concat([nonce, encrypted, cipher.getAuthTag()])
  }

  /** 256 bits that only this installation can compute, and always the same for a subject. */
  derive(subject: string): Buffer {
    return createHmac('sha256', this.#derivationKey).update(subject).digest()
  }

  /** Throws if it was sealed for another subject, by another installation, or was changed. */
  open(subject: string, sealed: Buffer): Buffer {
    const nonce = sealed.subarray(0, nonceBytes)
    const encrypted = sealed.subarray(nonceBytes, -tagBytes)
    const tag = sealed.subarray(-tagBytes)

    const cipher = createDecipheriv(cipherName, this.#key, nonce, { authTagLength: tagBytes })
    cipher.setAAD(Buffer.from(subject)).setAuthTag(tag)
    return Buffer.concat([cipher.update(encrypted), cipher.final()])
  }
}
