import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import { isUuid } from '@cotation/domain'

/**
 * What a picture is shown with. It can be loaded as long as this exists and contains it: a project for
 * its owner, a project for everyone with its read-only link (`share`, by the digest of the key), an order,
 * a payment link or an upload.
 */
export interface ThumbnailScope {
  kind: (typeof kinds)[number]
  id: string
}

const kinds = ['project', 'share', 'order', 'payment-link', 'upload'] as const

const digest = /^[0-9a-f]{64}$/
/** Size of an AES block, and of the id of a thumbnail. */
const blockBytes = 16

/** Makes the key of a thumbnail from its id. */
export type ThumbnailKeyOf = (thumbnailId: string | null) => string | null

/**
 * Keys under which browsers load thumbnails, which an `<img>` requests without a token. A key is bound to
 * a scope: it ends with it, and strangers who upload the same bytes cannot tell by their keys.
 */
export class ThumbnailKeys {
  readonly #secret: Buffer

  constructor(secret: Buffer) {
    this.#secret = secret
  }

  within(scope: ThumbnailScope): ThumbnailKeyOf {
    const secret = this.#secretOf(scope)

    return (thumbnailId) => {
      if (thumbnailId === null) return null
      const cipher = createCipheriv('aes-256-ecb', secret, null).setAutoPadding(false)
      const sealed = Buffer.concat([cipher.update(thumbnailId, 'hex'), cipher.final()])
      return `${scope.kind}.${scope.id}.${sealed.toString('base64url')}`
    }
  }

  /** An invented key opens to a random id, which the scope does not contain. */
  open(key: string): { scope: ThumbnailScope; thumbnailId: string } | null {
    const [kindText, id, sealed] = key.split('.')
    const kind = kinds.find((known) => known === kindText)
    if (kind === undefined || id === undefined || sealed === undefined) return null

    const isId = kind === 'share' ? digest.test(id) : isUuid(id)
    const block = Buffer.from(sealed, 'base64url')
    if (!isId || block.length !== blockBytes) return null

    const scope = { kind, id }
    const cipher = createDecipheriv('aes-256-ecb', this.#secretOf(scope), null).setAutoPadding(false)
    const opened = Buffer.concat([cipher.update(block), cipher.final()])
    return { scope, thumbnailId: opened.toString('hex') }
  }

  /** The id of a thumbnail is one block of the cipher, and each scope has its own secret. */
  #secretOf({ kind, id }: ThumbnailScope): Buffer {
    return createHmac('sha256', this.#secret).update(`thumbnail ${kind} ${id}`).digest()
  }
}
