import type { ClaimView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isUnknownRecord } from '#lib/gateway/api-error.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Facts } from '#ui/facts.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Numbered } from '#ui/numbered.tsx'
import { Section } from '#ui/section.tsx'
import { Row } from '#ui/stack.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { Heading, Hint, Text } from '#ui/text.tsx'
import { claimQuery, withdrawClaim } from './after-sale.api.ts'
import classes from './after-sale.module.css'
import { ClaimAnswer } from './claim-answer.tsx'
import { ClaimBadge, NextStep } from './claim-state.tsx'
import { PlaceButton } from './part-place.tsx'
import { PhotoList } from './photo-list.tsx'
import { Product } from './product.tsx'

/** One claim: what it is about, everything that was said, and what to do next. */
export function ClaimDetail({ claimId }: { claimId: string }) {
  const t = useTranslations('after-sale')
  const { data: claim, error, isPending, refetch } = useQuery(claimQuery(claimId))

  // A failed refetch keeps the claim that is already shown.
  if (!claim) {
    if (isPending) return <LoadingState />

    const isUnknown = isUnknownRecord(error)
    if (!isUnknown) return <ErrorState isPage onRetry={() => void refetch()} />

    const back = (
      <LinkButton to="/user/order/after-sale" search={{}}>
        {t('back')}
      </LinkButton>
    )
    return <EmptyState isPage title={t('claim.unknownTitle')} text={t('claim.unknownText')} action={back} />
  }

  return (
    <article className={classes.page} aria-labelledby="claim-title">
      <Header claim={claim} />
      <ClaimAnswer key={claim.id} claim={claim} />
      <ClaimedParts claim={claim} />
      <History claim={claim} />
    </article>
  )
}

function Header({ claim }: { claim: ClaimView }) {
  const t = useTranslations('after-sale')
  const { date } = useFormats()
  const { order, openedAt, workOrderNumber, can } = claim

  return (
    <header className={classes.header}>
      <div className={classes.itemText}>
        <Text size="sm">
          <Link to="/user/order/after-sale" search={{}}>
            {t('back')}
          </Link>
        </Text>
        <Heading level={1} id="claim-title" className={classes.title}>
          {t('claim.title', { number: order.number })}
        </Heading>
        <Row>
          <ClaimBadge claim={claim} size="md" />
          <Hint as="span">{t('claim.opened', { date: date(openedAt) })}</Hint>
        </Row>
        <Text role="status">
          <NextStep claim={claim} />
        </Text>
      </div>
      <Row>
        {can.order && workOrderNumber !== null ? (
          <LinkButton
            to="/user/order/after-sale"
            search={{ tab: 'order', number: order.number, workOrder: workOrderNumber }}
            size="sm"
          >
            {t('claim.placeOrder')}
          </LinkButton>
        ) : null}
        {can.withdraw ? <Withdraw claimId={claim.id} /> : null}
      </Row>
    </header>
  )
}

function Withdraw({ claimId }: { claimId: string }) {
  const t = useTranslations('after-sale.claim')
  const { attempt, failure, busy } = useAttempt()
  const [isAsking, setIsAsking] = useState(false)
  const withdraw = () =>
    attempt(async () => {
      await withdrawClaim(claimId)
      toast.success(t('withdrawn'))
      setIsAsking(false)
    })

  return (
    <>
      <Button size="sm" variant="quietDanger" onClick={() => setIsAsking(true)}>
        {t('withdraw')}
      </Button>
      <Confirm
        opened={isAsking}
        danger
        title={t('withdrawTitle')}
        confirmLabel={t('withdraw')}
        loading={busy}
        onConfirm={() => void withdraw()}
        onCancel={() => setIsAsking(false)}
      >
        <FormAlert failure={failure} />
        <p>{t('withdrawText')}</p>
      </Confirm>
    </>
  )
}

function ClaimedParts({ claim }: { claim: ClaimView }) {
  const t = useTranslations('after-sale')
  const { order, lines, reason, workOrderNumber } = claim

  return (
    <Section title={t('claim.products')}>
      <Facts
        facts={[
          { label: t('claim.reason'), value: t(`reason.${reason}`) },
          {
            label: t('claim.order'),
            value: (
              <Link to="/user/order/detail/$orderId" params={{ orderId: order.id }} search={{}}>
                <Numbered>{order.number}</Numbered>
              </Link>
            ),
          },
          {
            label: t('claim.workOrder'),
            value: workOrderNumber && (
              <Row gap="xs">
                <strong>
                  <Numbered>{workOrderNumber}</Numbered>
                </strong>
                <CopyButton text={workOrderNumber} label={`${t('claim.workOrder')} ${workOrderNumber}`} />
              </Row>
            ),
          },
        ]}
      />
      <ul className={classes.products}>
        {lines.map((line) => (
          <Product key={line.lineId} product={line}>
            <Hint>{t('claim.quantity', { quantity: line.quantity, ordered: line.ordered })}</Hint>
            {line.place ? (
              <PlaceButton part={{ orderId: order.id, lineId: line.lineId, name: line.name }} place={line.place} />
            ) : null}
          </Product>
        ))}
      </ul>
    </Section>
  )
}

/** Everything that was said, oldest first, as in a conversation. */
function History({ claim: { history } }: { claim: ClaimView }) {
  const t = useTranslations('after-sale.claim')
  const { moment } = useFormats('medium')

  return (
    <Section title={t('history')}>
      <ol className={classes.history}>
        {history.map(({ at, to, by, text, photoIds }, i) => (
          <li key={at + to} data-by={by}>
            <Row>
              <strong>{t(to === 'open' && i > 0 ? 'to.answered' : `to.${to}`)}</strong>
              <Hint as="span">
                {t(`by.${by}`)}, <time dateTime={at}>{moment(at)}</time>
              </Hint>
            </Row>
            {text === '' ? null : <p className={classes.said}>{text}</p>}
            <PhotoList photoIds={photoIds} />
          </li>
        ))}
      </ol>
    </Section>
  )
}
