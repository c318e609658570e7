import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { ContractBreach } from '#http/contract-breach.ts'
import { compressed, type Encoding, encodingFor } from './compression.ts'

/** For large answers that are the same for everybody: checked against their contract, written and compressed once. */
export class PreparedAnswer<S extends z.ZodType = z.ZodType> {
  /** The schema it was checked with: the gateway takes it for no other. */
  readonly schema: S
  readonly etag: string
  readonly #plain: Buffer
  readonly #compressed = new Map<Encoding, Promise<Buffer>>()

  private constructor(schema: S, data: z.output<S>) {
    this.schema = schema
    this.#plain = Buffer.from(JSON.stringify({ data }))
    // Weak: the compressed forms are other bytes of the same answer.
    this.etag = `W/"${createHash('sha256').update(this.#plain).digest('base64url')}"`
  }

  static of<S extends z.ZodType>(schema: S, answer: z.input<S>): PreparedAnswer<S> {
    const checked = schema.safeParse(answer)
    if (!checked.success) throw ContractBreach.of(checked.error)
    return new PreparedAnswer(schema, checked.data)
  }

  /** Nothing but "not modified" for a caller who has it already. */
  async send(request: FastifyRequest, reply: FastifyReply, cacheControl: string): Promise<FastifyReply> {
    reply.headers({ etag: this.etag, vary: 'accept-encoding', 'cache-control': cacheControl })
    if (namesTag(request.headers['if-none-match'], this.etag)) return reply.code(304).send()
    const encoding = encodingFor(request)
    const body = encoding === null ? this.#plain : await this.#as(encoding)
    if (encoding !== null) reply.header('content-encoding', encoding)
    return reply.type('application/json; charset=utf-8').send(body)
  }

  #as(encoding: Encoding): Promise<Buffer> {
    const known = this.#compressed.get(encoding) ?? compressed(this.#plain, encoding, 9)
    this.#compressed.set(encoding, known)
    return known
  }
}

/** Weak comparison, as caches on the way may have weakened or listed what they hold. */
function namesTag(header: string | undefined, etag: string): boolean {
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return (header ?? '').split(',').some((tag) => tag.trim() === '*' || bare(tag) === bare(etag))
}
