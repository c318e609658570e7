import type { CheckoutView, ShippingOfferView } from '@cotation/contracts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApiError } from '#lib/gateway/api-error.ts'
import { offeredPick } from '#ui/pay/payment-pick.ts'
import { findLinkFaults, linkMailOf, useLinkDraft } from '../pay/link-draft.ts'
import { refreshProject } from './checkout.api.ts'
import { basketOf, type Draft, type EntryErrors, entryErrors } from './draft.ts'
import { type CheckoutStart, initialDraft } from './initial-draft.ts'
import { useExportAnswer } from './use-export-answer.ts'
import { useKeeping } from './use-keeping.ts'
import { useLineNotes } from './use-line-notes.ts'
import { usePreview } from './use-preview.ts'
import { useSubmit } from './use-submit.ts'

const cheapest = (offers: readonly ShippingOfferView[]): ShippingOfferView | undefined =>
  offers.filter(({ served }) => served).sort((one, other) => (one.minor ?? 0) - (other.minor ?? 0))[0]

/**
 * The chosen lines that can still be ordered. If all of them are in orders, the choice stays: the
 * page then shows these orders instead of a form without a part.
 */
function linesToOrder({ lineIds }: Draft, { left }: CheckoutView): readonly string[] {
  const leftIds = new Set(left.map(({ lineId }) => lineId))
  const isOrdered = left.length > 0 && left.every(({ order }) => order !== null)
  const others = lineIds.filter((id) => !leftIds.has(id))

  if (others.length === lineIds.length || (others.length === 0 && isOrdered)) return lineIds
  return others
}

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

  const lineIds = linesToOrder(draft, view)
  const isSameLines = lineIds === draft.lineIds
  const isSame = carrier === draft.carrier && collects === draft.collects && pay === draft.pay && isSameLines

  return isSame ? draft : { ...draft, carrier, collects, pay, lineIds }
}

/** Text fields of the draft. */
type TextName = 'poNumber' | 'comment' | 'customerEmail' | 'platformOrderNumber'

/** State and actions of the checkout page. `onOrdered`: the order is refused, its parts are in another. */
export function useCheckout(start: CheckoutStart, onOrdered: (refusal: ApiError) => void) {
  const { project } = start
  const [kept] = useState(start.kept)
  const [draft, setDraft] = useState<Draft>(() => initialDraft(start))
  const [isTried, setTried] = useState(false)
  const [couponGone, setCouponGone] = useState(false)

  const change = useCallback((changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes })), [])
  const notes = useLineNotes(project.id)
  const preview = usePreview(basketOf(project.id, draft))
  const page = useRef<HTMLDivElement>(null)
  const { view, isStale, failure } = preview

  useEffect(() => {
    if (!view || isStale) return
    setDraft((now) => adjustDraft(now, view))
    // Another tab has changed the project.
    if (view.left.length > 0) void refreshProject(view.projectId)
  }, [view, isStale])

  useEffect(() => {
    if (failure?.code !== 'COUPON_UNUSABLE') return
    setCouponGone(true)
    change({ couponId: null })
  }, [failure, change])

  const isByAgency = draft.pay.method === 'agency'
  const keptChanges = kept?.isForwarded === start.isForwarded ? kept.link : undefined
  const link = useLinkDraft({ isForwarded: start.isForwarded, isOpen: isByAgency, keptChanges })
  const linkFaults = isByAgency ? findLinkFaults(link.draft) : undefined
  const linkMail = isByAgency && link.draft.isMailed ? linkMailOf(link.draft) : undefined

  const dropKept = useKeeping(start, draft, link.changes)

  const focusOn = (section: string): void =>
    page.current?.querySelector<HTMLElement>(`[data-section="${section}"]`)?.focus()

  const exportQuestion = useExportAnswer(project.id, preview)

  const saveExportAnswer = async (): Promise<boolean> => {
    if (!exportQuestion.isUnsaved) return true

    const isClear = (await exportQuestion.save()) === 'clear'
    if (!isClear) focusOn('export')
    return isClear
  }

  const submission = useSubmit({
    projectId: project.id,
    draft,
    linkMail,
    change,
    preview,
    saveExportAnswer,
    saveNotes: notes.flush,
    onPlaced: dropKept,
    onOrdered,
  })
  const conditions = {
    entrust: view?.entrust ?? false,
    // The order saves it first.
    exportStanding: exportQuestion.isUnsaved ? undefined : view?.exportControl.standing,
    sending: notes.sending.size > 0,
    linkFault: linkFaults?.first,
  }
  const found = entryErrors(draft, conditions)
  const errors: EntryErrors = isTried ? found : {}

  const submit = (): void => {
    setTried(true)

    const [first] = Object.keys(found)
    if (first !== undefined) {
      focusOn(first)
    } else if (failure) {
      focusOn('preview')
      preview.retry()
    } else if (view?.total && !isStale) {
      void submission.submit(view)
    }
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
    linkFaults: isTried ? linkFaults : undefined,
    submission,
    exportQuestion,
    errors,
    submit,
    page,
    focusOn,
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
