import type { LineView, ProjectView } from '@cotation/contracts'
import { useEffect, useRef } from 'react'
import type { ApiError } from '#lib/gateway/api-error.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Row } from '#ui/stack.tsx'
import { EmptyState } from '#ui/states.tsx'
import classes from '../checkout.module.css'
import { OrderedLines } from './ordered-lines.tsx'

interface OrderedPageProps {
  project: ProjectView
  /** The parts that the customer came to order. */
  lines: readonly LineView[]
  /** Why the order was refused, if it was just tried: for example in a second tab. */
  refusal: ApiError | null
}

/** The one order that waits for its payment; undefined if there is none, or more than one. */
function findUnpaidOrder(lines: readonly LineView[]) {
  const unpaid = lines.flatMap(({ order }) => (order?.isUnpaid ? [order] : []))
  const [first] = unpaid
  return unpaid.every(({ orderId }) => orderId === first?.orderId) ? first : undefined
}

/**
 * Brings the page's title into view and gives it the focus. The customer comes back to the scroll
 * position of the form that this page replaces, which is below it.
 */
function useShownTitle(isNeeded: boolean) {
  const page = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const title = page.current?.querySelector('h1')
    if (!isNeeded || !title) return

    title.tabIndex = -1
    title.focus({ preventScroll: true })
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [isNeeded])

  return page
}

/** In place of the form: the parts are ordered already, for example when the customer comes back. */
export function OrderedPage({ project, lines, refusal }: OrderedPageProps) {
  const t = useTranslations('checkout')
  const { id: projectId } = project
  const unpaid = findUnpaidOrder(lines)
  const ready = project.lines.filter(({ status }) => status === 'ready')
  // A refusal takes the focus itself.
  const page = useShownTitle(refusal === null)
  const isWholeProject = lines.length === project.lines.length

  const title = isWholeProject ? t('allOrderedTitle') : t('orderedTitle', { count: lines.length })
  const text = unpaid ? t('unpaidText', { number: unpaid.number }) : t('allOrderedText')

  const actions = (
    <Row justify="center">
      {unpaid ? (
        <LinkButton to="/checkout/payment" search={{ order: unpaid.orderId }}>
          {t('ordered.payOf', { number: unpaid.number })}
        </LinkButton>
      ) : null}
      {ready.length > 0 ? (
        <LinkButton
          to="/checkout"
          search={{ project: projectId, lines: ready.map(({ id }) => id).join() }}
          variant="secondary"
        >
          {t('orderOthers', { count: ready.length })}
        </LinkButton>
      ) : null}
      <LinkButton
        to="/quote/$projectId"
        params={{ projectId }}
        search={{}}
        variant={unpaid || ready.length > 0 ? 'secondary' : 'primary'}
      >
        {t('back')}
      </LinkButton>
    </Row>
  )

  return (
    <div className={classes.page} ref={page}>
      <FormAlert failure={refusal} />
      <EmptyState isPage title={title} text={text} action={actions} />
      <OrderedLines lines={lines} level={2} />
    </div>
  )
}
