import { type CustomerView, maxSectionRows } from '@cotation/contracts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { OrderStatusBadge } from '#ui/order-status-badge.tsx'
import { Section } from '#ui/section.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Hint, Text } from '#ui/text.tsx'
import { FileDownload } from '../shared/file-download.tsx'
import { StaffLink, StaffLinkButton } from '../shared/staff-link.tsx'
import { downloadFile, nextFilesQuery, nextQuotesQuery } from './customer.api.ts'
import classes from './customer.module.css'

/** What a customer bought, asked, sent and got. A section that the member may not see is left out. */
export function CustomerSections({ customer }: { customer: CustomerView }) {
  const { id, orders, quotes, files, claims, costs, mails } = customer

  return (
    <>
      {orders ? <Orders customerId={id} orders={orders} /> : null}
      {quotes ? <Quotes customerId={id} quotes={quotes} /> : null}
      {claims ? <Claims customerId={id} claims={claims} /> : null}
      {costs ? <Costs customerId={id} costs={costs} /> : null}
      {files ? <Files customerId={id} files={files} /> : null}
      {mails ? <Mails customerId={id} mails={mails} /> : null}
    </>
  )
}

interface NewestRowsProps {
  title: string
  total: number
  /** The list of the back office with all of them. */
  all?: { path: string; search: Record<string, string> }
  /** Below the rows, of a section that shows the others itself. */
  rest?: ReactNode
  children: ReactNode
}

function NewestRows({ title, total, all, rest, children }: NewestRowsProps) {
  const t = useTranslations('staff-customer')
  const isCut = all !== undefined && total > maxSectionRows

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
      {rest}
    </Section>
  )
}

/** The newest rows of a section, and those after them that were asked for. */
function shownRows<Row>(
  first: { rows: Row[]; next: string | null },
  pages: { data: { pages: { rows: Row[] }[] } | undefined; hasNextPage: boolean },
) {
  const following = pages.data?.pages.flatMap(({ rows }) => rows) ?? []
  return {
    rows: [...first.rows, ...following],
    hasMore: pages.data ? pages.hasNextPage : first.next !== null,
  }
}

interface RestProps {
  section: 'quotes' | 'files'
  shown: number
  total: number
  hasMore: boolean
  pages: { isFetchingNextPage: boolean; isFetchNextPageError: boolean; fetchNextPage: () => Promise<unknown> }
}

/** The button for the next rows; at the end of the section, a remark that takes the focus instead. */
function Rest({ section, shown, total, hasMore, pages }: RestProps) {
  const t = useTranslations('staff-customer')
  const end = useRef<HTMLParagraphElement>(null)
  const isRequested = useRef(false)

  useEffect(() => {
    // The button that had the focus is gone.
    if (isRequested.current && !hasMore) end.current?.focus()
  }, [hasMore])

  const showMore = () => {
    isRequested.current = true
    void pages.fetchNextPage()
  }

  if (!hasMore && total <= maxSectionRows) return null

  return (
    <Stack gap="xs">
      <Hint role="status" ref={end} tabIndex={-1}>
        {hasMore ? t('newest', { shown, total }) : t('allShown', { total })}
      </Hint>
      {pages.isFetchNextPageError ? (
        <Text size="sm" tone="danger" role="alert">
          {t('moreFailed')}
        </Text>
      ) : null}
      {hasMore ? (
        <Row>
          <Button variant="secondary" size="xs" loading={pages.isFetchingNextPage} onClick={showMore}>
            {t(`more.${section}`)}
          </Button>
        </Row>
      ) : null}
    </Stack>
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

function Quotes({ customerId, quotes }: { customerId: string; quotes: Shown<'quotes'> }) {
  const t = useTranslations('staff-customer')
  const { date } = useFormats('medium')
  const pages = useInfiniteQuery(nextQuotesQuery(customerId, quotes))
  const { rows, hasMore } = shownRows(quotes, pages)
  const rest = <Rest section="quotes" shown={rows.length} total={quotes.total} hasMore={hasMore} pages={pages} />

  return (
    <NewestRows title={t('quotes')} total={quotes.total} rest={rest}>
      {rows.map(({ id, name, parts, questions, questionLineId, order, updatedAt }) => (
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

function Files({ customerId, files }: { customerId: string; files: Shown<'files'> }) {
  const t = useTranslations('staff-customer')
  const { date } = useFormats('medium')
  const pages = useInfiniteQuery(nextFilesQuery(customerId, files))
  const { rows, hasMore } = shownRows(files, pages)
  const rest = <Rest section="files" shown={rows.length} total={files.total} hasMore={hasMore} pages={pages} />

  return (
    <NewestRows title={t('files')} total={files.total} rest={rest}>
      {rows.map(({ id, name, state, isStored, project, questionLineId, order, sentAt }) => (
        <li key={id} className={classes.item}>
          <Row gap="sm">
            <FileDownload name={name} isGone={!isStored} load={() => downloadFile(customerId, id)} />
            {project ? (
              <StaffLink path={`projects/${project.id}`}>{t('project', { name: project.name })}</StaffLink>
            ) : null}
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
