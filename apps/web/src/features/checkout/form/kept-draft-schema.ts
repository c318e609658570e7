import { carrierIds, currencies, languages, paymentChoices, referenceLimits } from '@cotation/domain'
import { z } from 'zod'
import type { LinkDraft } from '../pay/link-draft.ts'
import type { Draft } from './draft.ts'

const id = z.uuid()
const shortText = z.string().max(1000)
const currency = z.enum(currencies)

const keptEntries = z.object({
  shippingAddressId: id.nullable(),
  wantedCarrier: z.enum(carrierIds).nullable(),
  collects: z.boolean(),
  couponId: id.nullable(),
  currency,
  billsElsewhere: z.boolean(),
  billingAddressId: id.nullable(),
  poNumber: z.string().max(referenceLimits.poNumber),
  comment: z.string().max(referenceLimits.comment),
  customerEmail: shortText,
  platformOrderNumber: z.string().max(referenceLimits.platformOrderNumber),
  pay: z.object({ method: z.enum(paymentChoices).nullable(), useBalance: z.boolean(), bankCurrency: currency }),
})

/** Only what the customer has changed. */
const keptLink = z.object({
  showsRequester: z.boolean().exactOptional(),
  requester: shortText.exactOptional(),
  company: shortText.exactOptional(),
  showsPoNumber: z.boolean().exactOptional(),
  showsParts: z.boolean().exactOptional(),
  language: z.enum(languages).exactOptional(),
  isMailed: z.boolean().exactOptional(),
  recipients: shortText.exactOptional(),
  message: shortText.exactOptional(),
})

export const keptCheckout = z.object({
  /** Raised with every change of this schema: older drafts are dropped. */
  version: z.literal(1),
  requestedLineIds: z.array(id),
  /** Not the chosen ones: a part that became ready since is then chosen, as on a first visit. */
  deselectedLineIds: z.array(id),
  isForwarded: z.boolean(),
  entries: keptEntries,
  link: keptLink,
})

/**
 * What a checkout keeps in the browser. No prices, which the server works out again. No carrier that
 * the customer did not choose, and no consent to the terms: it is given for the order as shown.
 */
export type KeptCheckout = z.output<typeof keptCheckout>

// Fails to compile if a field is added to the draft and not kept.
type KeptFields = keyof Omit<Draft, 'lineIds' | 'carrier' | 'agreed'>
keptEntries.shape satisfies Record<KeptFields, unknown>
keptLink.shape satisfies Record<keyof LinkDraft, unknown>
