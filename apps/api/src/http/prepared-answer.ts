import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { compressWell, type Encoding, encodingFor } from './compression.ts'

/** A large answer that is the same for all callers: validated, serialised and compressed once. */
export class PreparedAnswer<S extends z.ZodType = z.ZodType> {
  /** The schema it was validated with; the gateway refuses it on other routes. */
  readonly schema: S
  readonly etag: string
  readonly #plain: Buffer
  readonly #compressed = new Map<Encoding, Promise<Buffer>>()

  private constructor(schema: S, data: z.output<S>) {
    this.schema = schema
    this.#plain = Buffer.from(JSON.stringify({ data }))
    // Weak, because the compressed encodings are other bytes of the same answer.
    this.etag = `W/"${createHash('sha256').update(this.#plain).digest('base64url')}"`
  }

  static of<S extends z.ZodType>(schema: S, answer: z.input<S>): PreparedAnswer<S> {
    const checked = schema.safeParse(answer)
    if (!checked.success) throw ContractBreach.of(checked.error)
    return new PreparedAnswer(schema, checked.data)
  }

  /** Answers 304 if the client already has it. */
  async send(request: FastifyRequest, reply: FastifyReply, cacheControl: string): Promise<FastifyReply> {
    reply.headers({ etag: this.etag, vary: 'accept-encoding', 'cache-control': cacheControl })
    if (matchesTag(request.headers['if-none-match'], this.etag)) return reply.code(304).send()

    const encoding = encodingFor(request)
    const body = encoding === null ? this.#plain : await this.#encode(encoding)
    if (encoding !== null) reply.header('content-encoding', encoding)
    return reply.type('application/json; charset=utf-8').send(body)
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

/** An answer violates its contract. The message contains field paths only, so it may be logged. */
export class ContractBreach extends Error {
  override readonly name = 'ContractBreach'

  constructor(paths: readonly string[]) {
    super(`answer violates its contract at ${paths.join(', ')}`)
  }

  static of(error: z.ZodError): ContractBreach {
    return new ContractBreach(error.issues.map((issue) => issue.path.join('.') || '(root)'))
  }
}
