import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { PreparedBody } from './prepared-body.ts'

/** A large answer that is the same for all callers: validated, serialised and compressed once. */
export class PreparedAnswer<S extends z.ZodType = z.ZodType> {
  /** The schema it was validated with; the gateway refuses it on other routes. */
  readonly schema: S
  readonly #body: PreparedBody

  private constructor(schema: S, data: z.output<S>) {
    this.schema = schema
    this.#body = new PreparedBody(JSON.stringify({ data }), 'application/json; charset=utf-8')
  }

  static of<S extends z.ZodType>(schema: S, answer: z.input<S>): PreparedAnswer<S> {
    const checked = schema.safeParse(answer)
    if (!checked.success) throw ContractBreach.of(checked.error)
    return new PreparedAnswer(schema, checked.data)
  }

  get etag(): string {
    return this.#body.etag
  }

  /** Answers 304 if the client already has it. */
  send(request: FastifyRequest, reply: FastifyReply, cacheControl: string): Promise<FastifyReply> {
    return this.#body.send(request, reply, cacheControl)
  }
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
