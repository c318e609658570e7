import type { OrderView, ParcelView } from '@cotation/contracts'
import type { ParcelState } from '@cotation/domain'
import { Badge, Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useOrderWords } from '#features/order/words/use-order-words.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { isEnded } from '../is-ended.ts'
import { Section } from '../section.tsx'
import classes from './parcels.module.css'

const colours: Record<ParcelState, string> = {
  announced: 'gray',
  in_transit: 'cyan',
  delivered: 'green',
  exception: 'red',
}

function Parcel({ parcel }: { parcel: ParcelView }) {
  const t = useTranslations('order')
  const { date } = useOrderWords()
  const { number, trackingNumber, trackingUrl, state, shippedAt, deliveredAt } = parcel
  const carrier = t(`carrier.${parcel.carrier}`)

  return (
    <li className={classes.parcel}>
      <div>
        <h3 className={classes.name}>
          {t('delivery.parcel', { number })}
          <Badge component="span" variant="dot" color={colours[state]} c="var(--ink)" tt="none">
            {t(`delivery.state.${state}`)}
          </Badge>
        </h3>
        <p className={classes.facts}>
          <span>{carrier}</span>
          <span className={classes.tracking}>{trackingNumber}</span>
          {shippedAt ? <span>{t('delivery.shipped', { date: date(shippedAt) })}</span> : null}
          {deliveredAt ? <span>{t('delivery.delivered', { date: date(deliveredAt) })}</span> : null}
        </p>
      </div>
      <div className={classes.actions}>
        <CopyButton text={trackingNumber} label={`${t('delivery.tracking')} ${trackingNumber}`} />
        <Button
          component="a"
          className={classes.track}
          href={trackingUrl}
          target="_blank"
          rel="noopener noreferrer"
          size="xs"
          variant="default"
          rightSection={<IconExternalLink size={14} aria-hidden />}
          aria-label={t('delivery.trackOf', { number, carrier })}
        >
          {t('delivery.track', { carrier })}
        </Button>
      </div>
    </li>
  )
}

/** Each parcel links to the tracking page of its carrier. */
export function Parcels({ order: { parcels, status } }: { order: OrderView }) {
  const t = useTranslations('order.delivery')
  if (parcels.length === 0 && isEnded(status)) return null

  return (
    <Section title={t('parcels')}>
      {parcels.length === 0 ? <p className={classes.none}>{t('noParcel')}</p> : null}
      <ul className={classes.parcels}>
        {parcels.map((parcel) => (
          <Parcel key={parcel.id} parcel={parcel} />
        ))}
      </ul>
    </Section>
  )
}
