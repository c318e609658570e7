import type { AddressView, ProjectView } from '@cotation/contracts'
import { phoneText } from '@cotation/places'
import { type Draft, defaultAddressId, newDraft } from './draft.ts'
import type { KeptCheckout } from './kept-draft-schema.ts'
import { lastCurrency } from './shown-currency.ts'

export interface CheckoutStart {
  /** Null if the user is not known, for example because the request for it failed. */
  customerId: string | null
  project: ProjectView
  /** The lines selected on the quote page; empty for all ready lines. */
  requestedLineIds: readonly string[]
  addresses: readonly AddressView[]
  billingAddresses: readonly AddressView[]
  /** Another person pays: the quote is forwarded to a purchaser. */
  isForwarded: boolean
  /** What the customer entered before a reload. */
  kept: KeptCheckout | undefined
}

const readyLineIds = ({ lines }: ProjectView): string[] =>
  lines.filter(({ status }) => status === 'ready').map(({ id }) => id)

function requestedLines({ project, requestedLineIds }: CheckoutStart): string[] {
  const ready = readyLineIds(project)
  return requestedLineIds.length > 0 ? ready.filter((id) => requestedLineIds.includes(id)) : ready
}

/** The kept choice of lines, unless the customer has selected others on the quote page since. */
function initialLineIds(start: CheckoutStart): string[] {
  const { kept } = start
  const requested = requestedLines(start)
  const isSameRequest = kept?.requestedLineIds.join() === start.requestedLineIds.join()
  if (!kept || !isSameRequest) return requested

  const chosen = requested.filter((id) => !kept.deselectedLineIds.includes(id))
  return chosen.length > 0 ? chosen : requested
}

/** Everything that an invoice says about an address, to compare. */
function invoicedText(address: AddressView): string {
  const { firstName, lastName, line1, line2, line3, postcode, city, state, country, vatNumber } = address
  const name = `${firstName} ${lastName}`
  // The company of a recipient repeats the name (spec 5).
  const company = address.company === name ? '' : address.company
  const phone = phoneText(address.phoneCode, address.phone)

  return [name, company, phone, vatNumber, line1, line2, line3, postcode, city, state, country].join('\n')
}

/**
 * A customer with a default billing address wants it on the invoice, unless they say otherwise. One
 * that equals the delivery address is not another address.
 */
function usualBilling(start: CheckoutStart): Pick<Draft, 'billsElsewhere' | 'billingAddressId'> {
  const usual = start.billingAddresses.find(({ isDefault }) => isDefault)
  if (!usual) return { billsElsewhere: false, billingAddressId: null }

  const shippingId = defaultAddressId(start.addresses)
  const shipping = start.addresses.find(({ id }) => id === shippingId)
  const isSame = shipping !== undefined && invoicedText(shipping) === invoicedText(usual)
  return { billsElsewhere: !isSame, billingAddressId: usual.id }
}

/** The entries of a first visit, or what the customer entered before a reload. */
export function initialDraft(start: CheckoutStart): Draft {
  const { addresses, billingAddresses, isForwarded, kept } = start
  const draft = {
    ...newDraft(initialLineIds(start), defaultAddressId(addresses), lastCurrency()),
    ...usualBilling(start),
  }
  const pay = isForwarded ? { ...draft.pay, method: 'agency' as const } : draft.pay
  if (!kept) return { ...draft, pay }

  // An address that was chosen before a reload may have been removed since.
  const { entries } = kept
  const isKnownAddress = addresses.some(({ id }) => id === entries.shippingAddressId)
  const isKnownBilling = billingAddresses.some(({ id }) => id === entries.billingAddressId)

  return {
    ...draft,
    ...entries,
    carrier: entries.wantedCarrier,
    shippingAddressId: isKnownAddress ? entries.shippingAddressId : draft.shippingAddressId,
    billingAddressId: isKnownBilling ? entries.billingAddressId : draft.billingAddressId,
    pay: kept.isForwarded === isForwarded ? entries.pay : pay,
  }
}

/** What the browser keeps of a checkout. */
export function keptCheckoutOf(start: CheckoutStart, draft: Draft, link: KeptCheckout['link']): KeptCheckout {
  const { lineIds, carrier: _, agreed: __, ...entries } = draft
  const deselectedLineIds = requestedLines(start).filter((id) => !lineIds.includes(id))

  return {
    version: 1,
    requestedLineIds: [...start.requestedLineIds],
    deselectedLineIds,
    isForwarded: start.isForwarded,
    entries,
    link,
  }
}
