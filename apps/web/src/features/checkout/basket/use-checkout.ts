import type { AddressView, CheckoutView, ProjectView, ShippingOfferView } from '@cotation/contracts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { refreshProject } from '#features/checkout/api/checkout.api.ts'
import { basketOf, type Draft, firstChoice, type Missing, missingOf, newDraft } from './draft.ts'
import { offeredPick } from './payment-pick.ts'
import { submissionKeys } from './submission-key.ts'
import { useLineNotes } from './use-line-notes.ts'
import { usePreview } from './use-preview.ts'
import { useSubmit } from './use-submit.ts'

interface Start {
  project: ProjectView
  /** Those chosen in the project; all that are ready where none is named. */
  asked: readonly string[]
  addresses: readonly AddressView[]
}

function firstLines({ project, asked }: Start): string[] {
  const ready = project.lines.filter(({ status }) => status === 'ready').map(({ id }) => id)
  const chosen = ready.filter((id) => asked.includes(id))
  return asked.length > 0 ? chosen : ready
}

const cheapest = (offers: readonly ShippingOfferView[]): ShippingOfferView | undefined =>
  offers.filter(({ served }) => served).sort((one, other) => (one.minor ?? 0) - (other.minor ?? 0))[0]

/** What an answer makes of the choices: a carrier that does not go there, a method or a line that is no longer to be had. */
function settled(draft: Draft, view: CheckoutView): Draft {
  const isServed = view.offers.some(({ carrier, served }) => served && carrier === draft.carrier)
  const carrier = isServed ? draft.carrier : (cheapest(view.offers)?.carrier ?? null)
  const collects = draft.collects && view.offers.some((offer) => offer.carrier === carrier && offer.freightCollect)
  const pay = offeredPick(draft.pay, view.methods)
  const left = new Set(view.left.map(({ lineId }) => lineId))
  const lineIds = left.size > 0 ? draft.lineIds.filter((id) => !left.has(id)) : draft.lineIds
  const isSame = carrier === draft.carrier && collects === draft.collects && pay === draft.pay && left.size === 0

  return isSame ? draft : { ...draft, carrier, collects, pay, lineIds }
}

/** Everything that the page of the checkout knows and can do. */
export function useCheckout(start: Start) {
  const { project } = start
  const [draft, setDraft] = useState<Draft>(() => newDraft(firstLines(start), firstChoice(start.addresses)))
  const [isTried, setTried] = useState(false)
  const [couponGone, setCouponGone] = useState(false)
  const change = useCallback((changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes })), [])
  const notes = useLineNotes(project.id)
  const preview = usePreview(basketOf(project.id, draft))
  const keys = useMemo(() => submissionKeys(project.id), [project.id])
  const page = useRef<HTMLDivElement>(null)
  const { view, isUpdating, failure } = preview

  useEffect(() => {
    if (!view || isUpdating) return
    setDraft((now) => settled(now, view))
    // Another tab has changed the project since.
    if (view.left.length > 0) void refreshProject(view.projectId)
  }, [view, isUpdating])
  useEffect(() => {
    if (failure?.code !== 'COUPON_UNUSABLE') return
    setCouponGone(true)
    change({ couponId: null })
  }, [failure, change])

  const order = useSubmit({ projectId: project.id, draft, change, preview, keys, beforehand: notes.flush })
  const lacking = missingOf(draft, { entrust: view?.entrust ?? false, sending: notes.sending.size > 0 })
  const missing: Missing = isTried ? lacking : {}

  const submit = (): void => {
    setTried(true)
    const [first] = Object.keys(lacking)
    if (first !== undefined) {
      page.current?.querySelector<HTMLElement>(`[data-section="${first}"]`)?.focus()
      return
    }
    if (view?.total && !isUpdating) void order.submit(view)
  }

  return {
    project,
    draft,
    change,
    notes,
    preview,
    order,
    missing,
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
