import type { CheckoutView, ProjectView } from '@cotation/contracts'
import { useEffect, useState } from 'react'
import { refreshProject, requoteProject, type Submitted, submitOrder } from '#features/checkout/form/checkout.api.ts'
import { app } from '#lib/app-port.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { basketOf, type Draft, orderOf } from './draft.ts'
import type { SubmissionKeys } from './submission-key.ts'
import type { Preview } from './use-preview.ts'

/** Why an order needs another decision: the price changed, the quote expired, or lines are gone. */
export type Obstacle =
  | { kind: 'changed'; beforeMinor: number; view: CheckoutView }
  | { kind: 'expired'; beforeMinor: number }
  | { kind: 'gone' }

interface Submission {
  projectId: string
  draft: Draft
  change: (changes: Partial<Draft>) => void
  preview: Preview
  keys: SubmissionKeys
  /** Saves the comments on the lines, which the order copies. */
  saveNotes: () => Promise<void>
}

/** Navigates to the provider's page, to the payment page, or to the success page. */
async function leaveCheckout({ orderId, redirectUrl }: Submitted, method: Draft['pay']['method']): Promise<void> {
  if (redirectUrl !== null) return window.location.assign(redirectUrl)

  const isDone = method === 'balance' || method === 'credit'
  const rest = method === 'agency' ? '&agency=1' : ''
  await app.navigate(`/checkout/${isDone ? 'success' : 'payment'}?order=${orderId}${rest}`, { replace: true })
}

const stillReady = ({ lines }: ProjectView, lineIds: readonly string[]) =>
  lineIds.filter((id) => lines.some((line) => line.id === id && line.status === 'ready'))

/** Places the order idempotently: a double click, a retry and a reload all send the same key. */
export function useSubmit({ projectId, draft, change, preview, keys, saveNotes }: Submission) {
  const { attempt, failure, busy } = useAttempt()
  const [obstacle, setObstacle] = useState<Obstacle | null>(null)
  const [isLeaving, setLeaving] = useState(false)

  // The back button may restore this page from the back/forward cache, still in its busy state.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setLeaving(false)
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])

  const refreshPreview = () => preview.ask(basketOf(projectId, draft))

  const handleRefusal = async (error: ApiError, beforeMinor: number) => {
    if (error.code === 'PRICE_CHANGED')
      return setObstacle({ kind: 'changed', beforeMinor, view: await refreshPreview() })
    if (error.code === 'QUOTE_EXPIRED') return setObstacle({ kind: 'expired', beforeMinor })
    if (error.code === 'LINE_NOT_READY') await refreshProject(projectId)
    if (error.code === 'LINE_NOT_READY' || error.code === 'ORDER_OPEN') await refreshPreview()
    throw error
  }

  const place = async (view: CheckoutView) => {
    const submissionKey = keys.of(draft.lineIds)
    const agreement = { projectId, entrust: view.entrust, submissionKey, acceptedPriceKey: view.priceKey }
    const order = orderOf(draft, agreement)
    if (!order || !view.total) return

    try {
      await saveNotes()
      const submitted = await submitOrder(order)
      keys.answered(draft.lineIds)

      setLeaving(true)
      await leaveCheckout(submitted, draft.pay.method)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await handleRefusal(error, view.total.totalMinor)
    }
  }

  const requote = async (beforeMinor: number) => {
    const lineIds = stillReady(await requoteProject(projectId), draft.lineIds)
    if (lineIds.length < draft.lineIds.length) {
      change({ lineIds })
      return setObstacle({ kind: 'gone' })
    }

    setObstacle({ kind: 'changed', beforeMinor, view: await refreshPreview() })
  }

  return {
    failure,
    busy: busy || isLeaving,
    obstacle,
    dismiss: () => setObstacle(null),
    submit: (view: CheckoutView) => {
      setObstacle(null)
      return attempt(() => place(view))
    },
    requote: (beforeMinor: number) => attempt(() => requote(beforeMinor)),
  }
}
