/** Calls of the browser's passkeys (WebAuthn), with bytes as base64url as the gateway sends them. */

export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function'

interface Challenge {
  challenge: string
  rpId: string
  credentialIds: readonly string[]
}

interface NewPasskey extends Challenge {
  userId: string
  userName: string
}

/** ES256, EdDSA and RS256, by their numbers in the registry of COSE. */
const algorithms = [-7, -8, -257]

const timeoutMs = 120_000

/**
 * Creates a passkey on a device that the customer chooses; null if the customer gives up,
 * `already-added` if the device has one of the account's passkeys.
 */
export async function createPasskey({ challenge, rpId, credentialIds, userId, userName }: NewPasskey) {
  const credential = await unlessGivenUp(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: toBytes(challenge),
        rp: { id: rpId, name: rpId },
        user: { id: toBytes(userId), name: userName, displayName: userName },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: credentialIds.map(descriptorOf),
        // The password was the first factor: the device only has to be there.
        authenticatorSelection: { userVerification: 'discouraged', residentKey: 'discouraged' },
        attestation: 'none',
        timeout: timeoutMs,
      },
    }),
  )
  if (credential === 'already-added') return credential
  if (!(credential instanceof PublicKeyCredential)) return null

  const { response } = credential
  if (!(response instanceof AuthenticatorAttestationResponse)) return null
  const publicKey = response.getPublicKey()
  if (publicKey === null) return null

  return {
    credentialId: toText(credential.rawId),
    clientData: toText(response.clientDataJSON),
    authenticatorData: toText(response.getAuthenticatorData()),
    publicKey: toText(publicKey),
  }
}

/** Signs a challenge with one of the customer's passkeys; null if the customer gives up. */
export async function signWithPasskey({ challenge, rpId, credentialIds }: Challenge) {
  const credential = await unlessGivenUp(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: toBytes(challenge),
        rpId,
        allowCredentials: credentialIds.map(descriptorOf),
        userVerification: 'discouraged',
        timeout: timeoutMs,
      },
    }),
  )
  if (!(credential instanceof PublicKeyCredential)) return null

  const { response } = credential
  if (!(response instanceof AuthenticatorAssertionResponse)) return null

  return {
    credentialId: toText(credential.rawId),
    clientData: toText(response.clientDataJSON),
    authenticatorData: toText(response.authenticatorData),
    signature: toText(response.signature),
  }
}

/** Browsers report a closed dialog, a timeout and a device that is registered already as exceptions. */
async function unlessGivenUp(ask: () => Promise<Credential | null>): Promise<Credential | 'already-added' | null> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof DOMException)) throw error

    // Only for a device in `excludeCredentials`, after the customer has chosen it.
    return error.name === 'InvalidStateError' ? 'already-added' : null
  }
}

const descriptorOf = (credentialId: string): PublicKeyCredentialDescriptor => ({
  type: 'public-key',
  id: toBytes(credentialId),
})

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

function toText(bytes: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
