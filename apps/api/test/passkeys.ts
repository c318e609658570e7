import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

type KeyKind = 'ec' | 'ed25519' | 'rsa'

function newKeys(kind: KeyKind): { publicKey: KeyObject; privateKey: KeyObject } {
  if (kind === 'ec') return generateKeyPairSync('ec', { namedCurve: 'P-256' })
  if (kind === 'rsa') return generateKeyPairSync('rsa', { modulusLength: 2048 })
  return generateKeyPairSync('ed25519')
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

/** A security key as a browser speaks to it. Tests change its parts to play an attacker. */
export class TestPasskey {
  readonly credentialId = randomBytes(32)
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject }
  readonly #kind: KeyKind
  origin: string
  rpId: string
  flags = 0x01
  count = 0

  constructor(origin: string, kind: KeyKind = 'ec') {
    this.origin = origin
    this.rpId = new URL(origin).hostname
    this.#kind = kind
    this.#keys = newKeys(kind)
  }

  register(challenge: string) {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.credentialId.length)
    const credential = Buffer.concat([Buffer.alloc(16), length, this.credentialId, Buffer.from([0xa0])])

    return {
      credentialId: this.credentialId.toString('base64url'),
      clientData: this.#clientData('webauthn.create', challenge).toString('base64url'),
      authenticatorData: Buffer.concat([this.#head(this.flags | 0x40), credential]).toString('base64url'),
      publicKey: this.#keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
    }
  }

  sign(challenge: string) {
    const clientData = this.#clientData('webauthn.get', challenge)
    const authenticatorData = this.#head(this.flags)
    const signed = Buffer.concat([authenticatorData, sha256(clientData)])
    const digest = this.#kind === 'ed25519' ? null : 'sha256'

    return {
      credentialId: this.credentialId.toString('base64url'),
      clientData: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign(digest, signed, this.#keys.privateKey).toString('base64url'),
    }
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }))
  }

  #head(flags: number): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(this.count)
    return Buffer.concat([sha256(this.rpId), Buffer.from([flags]), count])
  }
}
