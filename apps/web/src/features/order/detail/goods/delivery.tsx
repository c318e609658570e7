import type { OrderAddress, OrderView } from '@cotation/contracts'
import { countryName } from '#features/order/words/country-name.ts'
import { useOrderWords } from '#features/order/words/use-order-words.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import classes from '../detail.module.css'
import { isEnded } from '../is-ended.ts'
import { Section } from '../section.tsx'

/** An address as written on a parcel, without empty rows. */
function Address({ address }: { address: OrderAddress }) {
  const t = useTranslations('order.delivery')
  const { language } = useLanguage()
  const { firstName, lastName, company, line1, line2, line3, postcode, city, state, country, vatNumber } = address
  const rows = [
    [firstName, lastName].join(' '),
    company,
    line1,
    line2,
    line3,
    [postcode, city, state].filter(Boolean).join(' '),
    countryName(country, language),
    t('phone', { number: `${address.phoneCode} ${address.phone}` }),
    vatNumber === '' ? '' : t('vat', { number: vatNumber }),
  ]

  return <address className={classes.address}>{rows.filter(Boolean).join('\n')}</address>
}

/** Carrier, shipping date and delivery dates. */
export function Delivery({ order: { status, carrier, freightAccount, dates } }: { order: OrderView }) {
  const t = useTranslations('order')
  const { day } = useOrderWords()
  const from = day(dates.deliveryEarliest)
  const to = day(dates.deliveryLatest)

  return (
    <Section title={t('delivery.title')}>
      <dl className={classes.facts}>
        <div>
          <dt>{t('delivery.method')}</dt>
          <dd>{t(`carrier.${carrier}`)}</dd>
          {freightAccount === '' ? null : <dd>{t('delivery.freight', { account: freightAccount })}</dd>}
        </div>
        {isEnded(status) ? null : (
          <>
            <div>
              <dt>{t('delivery.ship')}</dt>
              <dd>{day(dates.ship)}</dd>
            </div>
            <div>
              <dt>{t('delivery.arrive')}</dt>
              <dd>{from === to ? to : t('delivery.between', { from, to })}</dd>
            </div>
          </>
        )}
      </dl>
    </Section>
  )
}

/** Shipping and billing address. */
export function Addresses({ order: { shippingAddress, billingAddress } }: { order: OrderView }) {
  const t = useTranslations('order.delivery')
  const isSame = JSON.stringify(shippingAddress) === JSON.stringify(billingAddress)

  return (
    <>
      <Section title={t('consignee')}>
        <Address address={shippingAddress} />
      </Section>
      <Section title={t('billing')}>
        {isSame ? <p className={classes.soft}>{t('sameBilling')}</p> : <Address address={billingAddress} />}
      </Section>
    </>
  )
}
