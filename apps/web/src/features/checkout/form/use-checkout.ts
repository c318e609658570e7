import type { AddressView, CheckoutView, ProjectView, ShippingOfferView } from '@cotation/contracts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { offeredPick } from '#ui/pay/payment-pick.ts'
import { linkFault, linkMailOf, useLinkDraft } from '../pay/link-draft.ts'
import { refreshProject } from './checkout.api.ts'
import { basketOf, type Draft, defaultAddressId, type EntryErrors, entryErrors, newDraft } from './draft.ts'
import { useLineNotes } from './use-line-notes.ts'
import { usePreview } from './use-preview.ts'
import { useSubmit } from './use-submit.ts'

export interface CheckoutStart {
  project: ProjectView
  /** The lines selected on the quote page; empty for all ready lines. */
  requestedLineIds: readonly string[]
  addresses: readonly AddressView[]
  billingAddresses: readonly AddressView[]
  /** Another person pays: the quote is forwarded to a purchaser. */
  isForwarded: boolean
}

function initialLineIds({ project, requestedLineIds }: CheckoutStart): string[] {
  const ready = project.lines.filter(({ status }) => status === 'ready').map(({ id }) => id)
  const requested = ready.filter((id) => requestedLineIds.includes(id))
  return requestedLineIds.length > 0 ? requested : ready
}

const cheapest = (offers: readonly ShippingOfferView[]): ShippingOfferView | undefined =>
  offers.filter(({ served }) => served).sort((one, other) => (one.minor ?? 0) - (other.minor ?? 0))[0]

/**
 * Adjusts the draft to a preview: takes the cheapest carrier if the customer wants none, or one that
 * does not serve the address, and clears a payment method or lines that are no longer available.
 */
function adjustDraft(draft: Draft, view: CheckoutView): Draft {
  const wanted = view.offers.find(({ carrier, served }) => served && carrier === draft.wantedCarrier)
  const carrier = (wanted ?? cheapest(view.offers))?.carrier ?? null

  const account = view.offers.find((offer) => offer.carrier === carrier)?.freightAccount ?? null
  const collects = draft.collects && account !== null
  const pay = offeredPick(draft.pay, view.methods)

  const left = new Set(view.left.map(({ lineId }) => lineId))
  const lineIds = left.size > 0 ? draft.lineIds.filter((id) => !left.has(id)) : draft.lineIds

  const isSame = carrier === draft.carrier && collects === draft.collects && pay === draft.pay && left.size === 0

  return isSame ? draft : { ...draft, carrier, collects, pay, lineIds }
}

/** A customer with a default billing address wants it on the invoice, unless they say otherwise. */
function initialDraft(start: CheckoutStart): Draft {
  const usualBilling = start.billingAddresses.find(({ isDefault }) => isDefault)
  const draft = {
    ...newDraft(initialLineIds(start), defaultAddressId(start.addresses)),
    billsElsewhere: usualBilling !== undefined,
    billingAddressId: usualBilling?.id ?? null,
  }

  return start.isForwarded ? { ...draft, pay: { ...draft.pay, method: 'agency' } } : draft
}

/** Text fields of the draft. */
type TextName = 'poNumber' | 'comment' | 'customerEmail' | 'platformOrderNumber'

/** State and actions of the checkout page. */
export function useCheckout(start: CheckoutStart) {
  const { project } = start
  const [draft, setDraft] = useState<Draft>(() => initialDraft(start))
  const [isTried, setTried] = useState(false)
  const [couponGone, setCouponGone] = useState(false)

  const change = useCallback((changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes })), [])
  const notes = useLineNotes(project.id)
  const preview = usePreview(basketOf(project.id, draft))
  const page = useRef<HTMLDivElement>(null)
  const { view, isUpdating, failure } = preview

  useEffect(() => {
    if (!view || isUpdating) return
    setDraft((now) => adjustDraft(now, view))
    // Another tab has changed the project.
    if (view.left.length > 0) void refreshProject(view.projectId)
  }, [view, isUpdating])

  useEffect(() => {
    if (failure?.code !== 'COUPON_UNUSABLE') return
    setCouponGone(true)
    change({ couponId: null })
  }, [failure, change])

  const isByAgency = draft.pay.method === 'agency'
  const link = useLinkDraft({ isForwarded: start.isForwarded, isOpen: isByAgency })
  const faultOfLink = isByAgency ? linkFault(link.draft) : undefined
  const linkMail = isByAgency && link.draft.isMailed ? linkMailOf(link.draft) : undefined

  const submission = useSubmit({ projectId: project.id, draft, linkMail, change, preview, saveNotes: notes.flush })
  const conditions = {
    entrust: view?.entrust ?? false,
    exportStanding: view?.exportControl.standing,
    sending: notes.sending.size > 0,
    linkFault: faultOfLink,
  }
  const found = entryErrors(draft, conditions)
  const errors: EntryErrors = isTried ? found : {}

  const submit = (): void => {
    setTried(true)

    const [first] = Object.keys(found)
    if (first !== undefined) {
      page.current?.querySelector<HTMLElement>(`[data-section="${first}"]`)?.focus()
      return
    }

    if (view?.total && !isUpdating) void submission.submit(view)
  }

  return {
    project,
    draft,
    change,
    /** Binds a text field to the draft. */
    text: (name: TextName) => ({
      value: draft[name],
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change({ [name]: currentTarget.value }),
    }),
    notes,
    preview,
    link,
    linkFault: isTried ? faultOfLink : undefined,
    submission,
    errors,
    submit,
    page,
    coupon: {
      gone: couponGone,
      choose(couponId: string | null) {
        setCouponGone(false)
        change({ couponId })
      },
    },
  }
}

export type Checkout = ReturnType<typeof useCheckout>

/** The props of every section of the form. */
export interface CheckoutProps {
  checkout: Checkout
}
