import type { CheckoutView, ProjectView } from '@cotation/contracts'
import { useEffect, useMemo, useState } from 'react'
import { app } from '#lib/app-port.ts'
import { visitStorage } from '#lib/browser-storage.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { newId } from '#lib/new-id.ts'
import { type LinkMailBody, mailLink } from '../pay/payment.api.ts'
import { readProject, refreshProject, requoteProject, type SubmittedOrder, submitOrder } from './checkout.api.ts'
import { type Draft, submissionOf } from './draft.ts'
import type { Preview } from './use-preview.ts'

/**
 * Idempotency keys of the submit request (PAY-2), one per set of lines. The tab stores a key until
 * the server responds, so that a reload after a timeout sends the same key again. While the page
 * stays open the key never changes, not even after the response.
 */
function submissionKeys(projectId: string) {
  const keysOfPage = new Map<string, string>()
  const storageKeyOf = (lineIds: readonly string[]) => `checkout:${projectId}:${[...lineIds].sort().join()}`

  return {
    of(lineIds: readonly string[]): string {
      const storageKey = storageKeyOf(lineIds)
      const key = keysOfPage.get(storageKey) ?? visitStorage.get(storageKey) ?? newId()

      keysOfPage.set(storageKey, key)
      visitStorage.set(storageKey, key)
      return key
    },
    /** The order exists, so the next visit of the page needs a new key. */
    forget: (lineIds: readonly string[]) => visitStorage.remove(storageKeyOf(lineIds)),
  }
}

/**
 * Why an order needs another decision: the price changed, the quote expired, or lines are gone.
 * `before` is what the customer saw and agreed to.
 */
export type Obstacle =
  | { kind: 'changed'; before: CheckoutView; view: CheckoutView }
  | { kind: 'expired'; before: CheckoutView }
  | { kind: 'gone'; names: string[] }

interface SubmitOptions {
  projectId: string
  draft: Draft
  /** Mailed to the payers once the order is placed. */
  linkMail: LinkMailBody | undefined
  change: (changes: Partial<Draft>) => void
  preview: Preview
  /** Saves an answer about export control that was only chosen. Returns whether the order may pass. */
  saveExportAnswer: () => Promise<boolean>
  /** Saves the comments on the lines, which the order copies. */
  saveNotes: () => Promise<void>
  /** Nothing that was entered is needed any more. */
  onPlaced: () => void
  /** Parts are in another order: the form may be gone once the project is read again. */
  onOrdered: (refusal: ApiError) => void
}

/** Navigates to the provider's page, to the payment page, or to the success page. */
async function leaveCheckout({ orderId, redirectUrl }: SubmittedOrder, method: Draft['pay']['method']): Promise<void> {
  if (redirectUrl !== null) return window.location.assign(redirectUrl)

  const isDone = method === 'balance' || method === 'credit'
  const rest = method === 'agency' ? '&agency=1' : ''
  await app.navigate(`/checkout/${isDone ? 'success' : 'payment'}?order=${orderId}${rest}`, { replace: true })
}

const stillReady = ({ lines }: ProjectView, lineIds: readonly string[]) =>
  lineIds.filter((id) => lines.some((line) => line.id === id && line.status === 'ready'))

/** Refusals because of an order of the same lines, which their messages explain. */
const orderedLines: ReadonlySet<string> = new Set(['LINE_ORDERED', 'ORDER_OPEN'])

/** Refusals that the section about export control explains, as the next preview shows it. */
const exportRefusals: ReadonlySet<string> = new Set(['EXPORT_UNANSWERED', 'EXPORT_IN_REVIEW'])

/** Places the order idempotently: a double click, a retry and a reload all send the same key. */
export function useSubmit(options: SubmitOptions) {
  const { projectId, draft, linkMail, change, preview, saveExportAnswer, saveNotes, onPlaced, onOrdered } = options
  const { attempt, failure, busy } = useAttempt()
  const keys = useMemo(() => submissionKeys(projectId), [projectId])
  const [obstacle, setObstacle] = useState<Obstacle | null>(null)
  const [isLeaving, setLeaving] = useState(false)

  // The back button may restore this page from the back/forward cache: still in its busy state, and
  // with parts that are ordered now.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      setLeaving(false)
      void refreshProject(projectId)
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [projectId])

  /** Another tab has removed lines. Returns the preview of the others, if there are some. */
  const previewWithoutRemoved = async (): Promise<CheckoutView | undefined> => {
    const project = await readProject(projectId)
    const lineIds = draft.lineIds.filter((id) => project?.lines.some((line) => line.id === id))
    if (lineIds.length === 0 || lineIds.length === draft.lineIds.length) return undefined

    change({ lineIds })
    return preview.refresh({ lineIds })
  }

  const handleRefusal = async (error: ApiError, before: CheckoutView) => {
    const showChanges = (view: CheckoutView) => setObstacle({ kind: 'changed', before, view })

    if (error.code === 'PRICE_CHANGED') return showChanges(await preview.refresh())
    if (error.code === 'QUOTE_EXPIRED') return setObstacle({ kind: 'expired', before })
    if (error.code === 'LINE_NOT_READY') {
      await refreshProject(projectId)
      return showChanges(await preview.refresh())
    }
    if (error.code === 'NOT_FOUND') {
      const view = await previewWithoutRemoved()
      if (view) return showChanges(view)
    }

    if (orderedLines.has(error.code)) {
      onOrdered(error)
      await refreshProject(projectId)
      await preview.refresh()
    }
    if (exportRefusals.has(error.code)) await preview.refresh()
    // The preview removes the coupon, which another order has used.
    if (error.code === 'COUPON_UNUSABLE') preview.retry()
    throw error
  }

  const place = async (view: CheckoutView) => {
    const { entrust, priceKey: acceptedPriceKey, total } = view
    const agreement = { projectId, entrust, submissionKey: keys.of(draft.lineIds), acceptedPriceKey }
    const submission = submissionOf(draft, agreement)
    if (!submission || !total) return

    try {
      if (!(await saveExportAnswer())) return

      await saveNotes()
      const submitted = await submitOrder(submission)
      // Before the key is forgotten: a retry finds the order and mails the link again.
      if (linkMail) await mailLink(submitted.orderId, linkMail)
      keys.forget(draft.lineIds)
      onPlaced()

      setLeaving(true)
      await leaveCheckout(submitted, draft.pay.method)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await handleRefusal(error, view)
    }
  }

  const requote = async (before: CheckoutView) => {
    const lineIds = stillReady(await requoteProject(projectId), draft.lineIds)
    if (lineIds.length < draft.lineIds.length) {
      const gone = before.lines.filter(({ lineId }) => lineId !== null && !lineIds.includes(lineId))
      change({ lineIds })
      return setObstacle({ kind: 'gone', names: gone.map(({ name }) => name) })
    }

    setObstacle({ kind: 'changed', before, view: await preview.refresh() })
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
    requote: (before: CheckoutView) => attempt(() => requote(before)),
  }
}
