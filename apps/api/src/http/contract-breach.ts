import type { z } from 'zod'

/** Our own answer does not fit its contract. The message names places only, so it may be logged whole. */
export class ContractBreach extends Error {
  override readonly name = 'ContractBreach'

  constructor(places: readonly string[]) {
    super(`answer breaks its contract at ${places.join(', ')}`)
  }

  static of(error: z.ZodError): ContractBreach {
    return new ContractBreach(error.issues.map((issue) => issue.path.join('.') || '(root)'))
  }
}
