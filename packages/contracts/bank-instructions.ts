import { currencies } from '@cotation/domain'
import { z } from 'zod'
import { time } from './paging.ts'

/** Where to send a bank transfer. */
export const bankInstructions = z.strictObject({
  currency: z.enum(currencies),
  amountMinor: z.int(),
  reference: z.string(),
  bank: z.string(),
  holder: z.string(),
  iban: z.string(),
  swift: z.string(),
  /** The exchange rate is fixed until then. */
  expiresAt: time,
})

export type BankInstructions = z.output<typeof bankInstructions>
