import type { OrderView, ParcelView } from '@cotation/contracts'
import { isCancelledOrRefunded, isUnpaid, type OrderStatus, type ParcelState } from '@cotation/domain'
import { IconExternalLink } from '@tabler/icons-react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { AddressLines } from '#ui/address/address-lines.tsx'
import { Badge } from '#ui/badge.tsx'
import { BreakableName } from '#ui/breakable-name.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Facts } from '#ui/facts.tsx'
import { AnchorButton } from '#ui/link-button.tsx'
import { Section } from '#ui/section.tsx'
import { Row } from '#ui/stack.tsx'
import { Heading, Text } from '#ui/text.tsx'
import type { Tone } from '#ui/tone.ts'
import { saveParcelPackingList } from '../order.api.ts'
import classes from './detail.module.css'

/** When the order leaves and arrives: the promised dates until it has, with later ones that are now expected. */
function useJourney({ dates, expected, timeline }: OrderView): { ship: string; arrive: string } {
  const t = useTranslations('order.delivery')
  const { date, dayAndYear } = useFormats('medium')
  const reachedAt = (to: OrderStatus) => timeline.findLast((event) => event.to === to)?.at
  const shippedAt = reachedAt('shipped')
  const deliveredAt = reachedAt('delivered')

  const arrival = ({ deliveryEarliest, deliveryLatest }: Omit<OrderView['dates'], 'start'>) => {
    const from = dayAndYear(deliveryEarliest)
    const to = dayAndYear(deliveryLatest)
    return from === to ? to : t('between', { from, to })
  }

  let ship = dayAndYear(dates.ship)
  let arrive = arrival(dates)
  if (expected) {
    ship = t('late', { promised: ship, expected: dayAndYear(expected.ship) })
    arrive = t('lateArrival', { promised: arrive, expected: arrival(expected) })
  }

  return {
    ship: shippedAt ? date(shippedAt) : ship,
    arrive: deliveredAt ? date(deliveredAt) : arrive,
  }
}

/** Carrier, shipping date and delivery dates. */
export function Delivery({ order }: { order: OrderView }) {
  const t = useTranslations('order')
  const { ship, arrive } = useJourney(order)
  const { date } = useFormats('medium')
  const { status, placedAt, carrier, freightAccount, isFreightConfirmed } = order
  const confirmation = isFreightConfirmed ? '' : `\n${t('delivery.freightUnconfirmed')}`
  const freight = freightAccount === '' ? '' : `\n${t('delivery.freight', { account: freightAccount })}${confirmation}`
  const expected = [
    { label: t('delivery.ship'), value: ship },
    { label: t('delivery.arrive'), value: arrive },
  ]

  return (
    <Section title={t('delivery.title')}>
      <Facts
        facts={[
          { label: t('delivery.method'), value: t(`carrierService.${carrier}`) + freight },
          ...(isCancelledOrRefunded(status) ? [] : expected),
        ]}
      />
      {isUnpaid(status) ? (
        <Text size="sm" tone="soft">
          {t('delivery.fromPayment', { date: date(placedAt) })}
        </Text>
      ) : null}
    </Section>
  )
}

export function Addresses({ order: { shippingAddress, billingAddress } }: { order: OrderView }) {
  const t = useTranslations('order.delivery')
  const isSame = JSON.stringify(shippingAddress) === JSON.stringify(billingAddress)

  return (
    <>
      <Section title={t('consignee')}>
        <AddressLines address={shippingAddress} />
      </Section>
      <Section title={t('billing')}>
        {isSame ? (
          <Text size="sm" tone="soft">
            {t('sameBilling')}
          </Text>
        ) : (
          <AddressLines address={billingAddress} />
        )}
      </Section>
    </>
  )
}

const tones: Record<ParcelState, Tone> = {
  announced: 'neutral',
  in_transit: 'good',
  delivered: 'good',
  exception: 'danger',
}

/** The parts in a parcel; nothing if nobody recorded them. */
function ParcelContents({ parcel: { number, lines } }: { parcel: ParcelView }) {
  const t = useTranslations('order.delivery')
  if (lines.length === 0) return null

  return (
    <ul className={classes.contents} aria-label={t('contents', { number })}>
      {lines.map(({ orderLineId, name, quantity }) => (
        <li key={orderLineId}>
          <BreakableName name={t('content', { quantity, name })} />
        </li>
      ))}
    </ul>
  )
}

function PackingListButton({ order, parcel }: { order: OrderView; parcel: ParcelView }) {
  const t = useTranslations('order.delivery')
  const { attempt, busy } = useAttempt()
  const { id, number } = parcel
  const fileName = t('packingListFile', { order: order.number, number })
  const save = () => attempt(() => saveParcelPackingList(order.id, id, fileName))

  return (
    <Button
      size="xs"
      variant="secondary"
      loading={busy}
      aria-label={t('packingListOf', { number })}
      onClick={() => void save()}
    >
      {t('packingList')}
    </Button>
  )
}

function Parcel({ order, parcel }: { order: OrderView; parcel: ParcelView }) {
  const t = useTranslations('order')
  const { date } = useFormats('medium')
  const { number, trackingNumber, trackingUrl, state, shippedAt, deliveredAt } = parcel
  const carrier = t(`carrier.${parcel.carrier}`)
  const lastSeen = parcel.events.findLast(({ place }) => place !== '')

  return (
    <li className={classes.entry}>
      <Row justify="between">
        <div>
          <Row>
            <Heading level={3}>{t('delivery.parcel', { number })}</Heading>
            <Badge dot tone={tones[state]}>
              {t(`delivery.state.${state}`)}
            </Badge>
          </Row>
          <p className={classes.facts}>
            <span>{carrier}</span>
            <span>{trackingNumber}</span>
            {shippedAt ? <span>{t('delivery.shipped', { date: date(shippedAt) })}</span> : null}
            {lastSeen ? <span>{t('delivery.seen', { place: lastSeen.place, date: date(lastSeen.at) })}</span> : null}
            {deliveredAt ? <span>{t('delivery.delivered', { date: date(deliveredAt) })}</span> : null}
          </p>
          <ParcelContents parcel={parcel} />
        </div>
        <Row gap="xs">
          {parcel.lines.length > 0 ? <PackingListButton order={order} parcel={parcel} /> : null}
          <CopyButton text={trackingNumber} label={`${t('delivery.tracking')} ${trackingNumber}`} />
          <AnchorButton
            href={trackingUrl}
            target="_blank"
            rel="noopener noreferrer"
            size="xs"
            variant="secondary"
            aria-label={t('delivery.trackOf', { number, carrier })}
          >
            {t('delivery.track', { carrier })}
            <IconExternalLink size={14} aria-hidden />
          </AnchorButton>
        </Row>
      </Row>
    </li>
  )
}

/** Each parcel links to the tracking page of its carrier. */
export function Parcels({ order }: { order: OrderView }) {
  const t = useTranslations('order.delivery')
  const { parcels, status } = order
  if (parcels.length === 0 && isCancelledOrRefunded(status)) return null

  return (
    <Section title={t('parcels')}>
      {parcels.length === 0 ? (
        <Text size="sm" tone="soft">
          {t('noParcel')}
        </Text>
      ) : null}
      <ul className={classes.list}>
        {parcels.map((parcel) => (
          <Parcel key={parcel.id} order={order} parcel={parcel} />
        ))}
      </ul>
    </Section>
  )
}
