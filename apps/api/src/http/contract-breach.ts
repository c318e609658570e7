import type { z } from 'zod'

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
