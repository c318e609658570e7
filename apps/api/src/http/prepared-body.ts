import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { compressWell, type Encoding, encodingFor } from './compression.ts'

/** Bytes that are the same for all callers: compressed once, with a tag for clients that have them. */
export class PreparedBody {
  readonly etag: string
  readonly #plain: Buffer
  readonly #contentType: string
  readonly #compressed = new Map<Encoding, Promise<Buffer>>()

  constructor(text: string, contentType: string) {
    this.#plain = Buffer.from(text)
    this.#contentType = contentType
    // Weak, because the compressed encodings are other bytes of the same answer.
    this.etag = `W/"${createHash('sha256').update(this.#plain).digest('base64url')}"`
  }

  /** Answers 304 if the client already has it. */
  async send(request: FastifyRequest, reply: FastifyReply, cacheControl: string): Promise<FastifyReply> {
    reply.headers({ etag: this.etag, vary: 'accept-encoding', 'cache-control': cacheControl })
    if (matchesTag(request.headers['if-none-match'], this.etag)) return reply.code(304).send()

    const encoding = encodingFor(request)
    const body = encoding === null ? this.#plain : await this.#encode(encoding)
    if (encoding !== null) reply.header('content-encoding', encoding)
    return reply.type(this.#contentType).send(body)
  }

  #encode(encoding: Encoding): Promise<Buffer> {
    const known = this.#compressed.get(encoding) ?? compressWell(this.#plain, encoding)
    this.#compressed.set(encoding, known)
    return known
  }
}

/** Weak comparison, because caches may weaken the tag or send several. */
function matchesTag(header: string | undefined, etag: string): boolean {
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return (header ?? '').split(',').some((tag) => tag.trim() === '*' || bare(tag) === bare(etag))
}
