import type { Api, ClaimView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import lists from '#ui/list.module.css'
import { ListResults } from '#ui/list-page.tsx'
import { PartPicture } from '#ui/part-picture.tsx'
import { Select } from '#ui/select.tsx'
import { Row } from '#ui/stack.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Heading, Hint, Text } from '#ui/text.tsx'
import { useListAddress } from '#ui/use-list-address.ts'
import { claimsQuery } from './after-sale.api.ts'
import classes from './after-sale.module.css'
import { ClaimBadge, NextStep } from './claim-state.tsx'

type Claimable = Api['GET /global/afterSale/claim']['output']['claimable']

/** The customer's claims, and the way to a new one. */
export function ClaimList() {
  const t = useTranslations('after-sale.list')
  const address = useListAddress()
  const claims = useQuery(claimsQuery(address.page))

  return (
    <div className={classes.page}>
      {claims.data ? <OrderChoice orders={claims.data.claimable} /> : null}
      <ListResults
        query={claims}
        address={address}
        count={(count) => t('count', { count })}
        empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} />}
      >
        {(answer) => (
          <ul className={lists.list}>
            {answer.claims.map((claim) => (
              <ClaimItem key={claim.id} claim={claim} />
            ))}
          </ul>
        )}
      </ListResults>
    </div>
  )
}

/** Chooses the order to report a problem with. */
function OrderChoice({ orders }: { orders: Claimable }) {
  const t = useTranslations('after-sale.list')
  const { date } = useFormats('medium')
  const navigate = useNavigate()
  const [chosen, setChosen] = useState('')
  const order = chosen === '' && orders.length === 1 ? orders[0]?.id : chosen
  if (orders.length === 0) return <Hint>{t('none')}</Hint>

  const options = orders.map(({ id, number, until }) => ({
    value: id,
    label: t('until', { number, date: date(until) }),
  }))

  return (
    <section className={classes.choice} aria-label={t('choose')}>
      <Select
        label={t('choose')}
        placeholder={t('placeholder')}
        options={options}
        value={order}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <Button
        disabled={!order}
        onClick={() => order && void navigate({ to: '/user/order/after-sale', search: { order } })}
      >
        {t('start')}
      </Button>
    </section>
  )
}

function ClaimItem({ claim }: { claim: ClaimView }) {
  const t = useTranslations('after-sale')
  const { date } = useFormats('medium')
  const { id, order, lines, can, workOrderNumber } = claim
  const opened = date(claim.openedAt)
  const parts = lines.reduce((sum, { quantity }) => sum + quantity, 0)

  return (
    <li className={classes.item}>
      <div className={classes.itemText}>
        <Row>
          <Heading level={2} size="lg">
            {t('list.heading', { number: order.number })}
          </Heading>
          <ClaimBadge claim={claim} />
        </Row>
        <Text>
          <NextStep claim={claim} />
        </Text>
        <Hint className={classes.facts}>
          <span>{t('list.opened', { date: opened })}</span>
          <span>{t(`reason.${claim.reason}`)}</span>
          <span>{t('list.parts', { count: parts })}</span>
          {workOrderNumber === null ? null : <span>{workOrderNumber}</span>}
        </Hint>
      </div>
      <span className={classes.pictures}>
        {lines.slice(0, 3).map(({ lineId, thumbnailId }) => (
          <PartPicture key={lineId} thumbnailId={thumbnailId} small />
        ))}
      </span>
      <Row gap="xs">
        {can.order && workOrderNumber !== null ? (
          <LinkButton
            to="/user/order/after-sale"
            search={{ tab: 'order', number: order.number, workOrder: workOrderNumber }}
            size="sm"
            aria-label={t('list.placeOrderOf', { workOrder: workOrderNumber })}
          >
            {t('list.placeOrder')}
          </LinkButton>
        ) : null}
        <LinkButton
          to="/user/order/after-sale"
          search={{ claim: id }}
          size="sm"
          variant="secondary"
          aria-label={t('list.openOf', { number: order.number, date: opened })}
        >
          {t('list.open')}
        </LinkButton>
      </Row>
    </li>
  )
}
