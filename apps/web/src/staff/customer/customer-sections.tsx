import { type CustomerView, maxSectionRows } from '@cotation/contracts'
import type { ReactNode } from 'react'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { OrderStatusBadge } from '#ui/order-status-badge.tsx'
import { Section } from '#ui/section.tsx'
import { Row } from '#ui/stack.tsx'
import { Hint } from '#ui/text.tsx'
import { StaffLink, StaffLinkButton } from '../shared/staff-link.tsx'
import classes from './customer.module.css'

/** What a customer bought, asked, sent and got. A section that the member may not see is left out. */
export function CustomerSections({ customer }: { customer: CustomerView }) {
  const { id, orders, quotes, files, claims, costs, mails } = customer

  return (
    <>
      {orders ? <Orders customerId={id} orders={orders} /> : null}
      {quotes ? <Quotes quotes={quotes} /> : null}
      {claims ? <Claims customerId={id} claims={claims} /> : null}
      {costs ? <Costs customerId={id} costs={costs} /> : null}
      {files ? <Files files={files} /> : null}
      {mails ? <Mails customerId={id} mails={mails} /> : null}
    </>
  )
}

interface NewestRowsProps {
  title: string
  total: number
  /** The list of the back office with all of them. */
  all?: { path: string; search: Record<string, string> }
  children: ReactNode
}

function NewestRows({ title, total, all, children }: NewestRowsProps) {
  const t = useTranslations('staff-customer')
  const isCut = total > maxSectionRows

  return (
    <Section
      title={title}
      aside={
        all && total > 0 ? (
          <StaffLinkButton {...all} variant="quiet" size="xs">
            {t('all', { count: total })}
          </StaffLinkButton>
        ) : null
      }
    >
      {total === 0 ? <Hint>{t('none')}</Hint> : <ul className={classes.list}>{children}</ul>}
      {isCut ? <Hint>{t('newest', { shown: maxSectionRows, total })}</Hint> : null}
    </Section>
  )
}

type Shown<K extends keyof CustomerView> = NonNullable<CustomerView[K]>

function Orders({ customerId, orders }: { customerId: string; orders: Shown<'orders'> }) {
  const t = useTranslations('staff-customer')
  const { money, date } = useFormats('medium')

  return (
    <NewestRows
      title={t('orders')}
      total={orders.total}
      all={{ path: 'orders', search: { customer: `in:${customerId}` } }}
    >
      {orders.rows.map(({ id, number, status, totalMinor, placedAt }) => (
        <li key={id} className={classes.item}>
          <Row gap="sm">
            <StaffLink path={`orders/${id}`}>{number}</StaffLink>
            <OrderStatusBadge status={status} />
          </Row>
          <Hint>
            {money(totalMinor)}, {date(placedAt)}
          </Hint>
        </li>
      ))}
    </NewestRows>
  )
}

function Quotes({ quotes }: { quotes: Shown<'quotes'> }) {
  const t = useTranslations('staff-customer')
  const { date } = useFormats('medium')

  return (
    <NewestRows title={t('quotes')} total={quotes.total}>
      {quotes.rows.map(({ id, name, parts, questions, questionLineId, order, updatedAt }) => (
        <li key={id} className={classes.item}>
          <Row gap="sm">
            <StaffLink path={`projects/${id}`}>{name}</StaffLink>
            <Links
              order={order}
              questionLineId={questionLineId}
              question={questions > 0 ? t('questions', { count: questions }) : t('question')}
            />
          </Row>
          <Hint>
            {t('parts', { count: parts })}, {date(updatedAt)}
          </Hint>
        </li>
      ))}
    </NewestRows>
  )
}

function Claims({ customerId, claims }: { customerId: string; claims: Shown<'claims'> }) {
  const t = useTranslations('staff-customer')
  const choices = useTranslations('staff-list.choices')
  const { date } = useFormats('medium')

  return (
    <NewestRows
      title={t('claims')}
      total={claims.total}
      all={{ path: 'claims', search: { customer: `in:${customerId}` } }}
    >
      {claims.rows.map(({ id, order, state, reason, openedAt }) => (
        <li key={id} className={classes.item}>
          <span>
            <StaffLink path={`claims/${id}`}>{order.name}</StaffLink> {choices(`claimReason.${reason}`)}
          </span>
          <Hint>
            {choices(`claimState.${state}`)}, {date(openedAt)}
          </Hint>
        </li>
      ))}
    </NewestRows>
  )
}

function Costs({ customerId, costs }: { customerId: string; costs: Shown<'costs'> }) {
  const t = useTranslations('staff-customer')
  const choices = useTranslations('staff-list.choices')
  const { money, date } = useFormats('medium')
  const all = { path: 'additional-costs', search: { customer: `in:${customerId}` } }

  return (
    <NewestRows title={t('costs')} total={costs.total} all={all}>
      {costs.rows.map(({ id, number, state, totalMinor, requestedAt }) => (
        <li key={id} className={classes.item}>
          <span>
            <StaffLink path={`additional-costs/${id}`}>{number}</StaffLink> {choices(`costState.${state}`)}
          </span>
          <Hint>
            {money(totalMinor)}, {date(requestedAt)}
          </Hint>
        </li>
      ))}
    </NewestRows>
  )
}

interface LinksProps {
  order: { id: string; name: string } | null
  questionLineId: string | null
  /** The text of the link to the question. */
  question: string
}

/** Where staff see the parts of a quote or file: its order, and the experts' desk. */
function Links({ order, questionLineId, question }: LinksProps) {
  return (
    <>
      {order ? <StaffLink path={`orders/${order.id}`}>{order.name}</StaffLink> : null}
      {questionLineId ? <StaffLink path={`experts/${questionLineId}`}>{question}</StaffLink> : null}
    </>
  )
}

function Files({ files }: { files: Shown<'files'> }) {
  const t = useTranslations('staff-customer')
  const { date } = useFormats('medium')

  return (
    <NewestRows title={t('files')} total={files.total}>
      {files.rows.map(({ id, name, state, questionLineId, order, sentAt }) => (
        <li key={id} className={classes.item}>
          <Row gap="sm">
            {name}
            <Links order={order} questionLineId={questionLineId} question={t('question')} />
          </Row>
          <Hint>
            {t(`fileStates.${state}`)}, {date(sentAt)}
          </Hint>
        </li>
      ))}
    </NewestRows>
  )
}

function Mails({ customerId, mails }: { customerId: string; mails: Shown<'mails'> }) {
  const t = useTranslations('staff-customer')
  const choices = useTranslations('staff-list.choices')
  const { moment } = useFormats('medium')

  return (
    <NewestRows
      title={t('mails')}
      total={mails.total}
      all={{ path: 'mails', search: { customer: `in:${customerId}` } }}
    >
      {mails.rows.map(({ id, subject, state, mailedAt }) => (
        <li key={id} className={classes.item}>
          <StaffLink path={`mails/${id}`}>{subject}</StaffLink>
          <Hint>
            {choices(`mailState.${state}`)}, {moment(mailedAt)}
          </Hint>
        </li>
      ))}
    </NewestRows>
  )
}
