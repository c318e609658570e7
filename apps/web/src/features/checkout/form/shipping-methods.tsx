import type { CheckoutView, ShippingOfferView } from '@cotation/contracts'
import { Checkbox, TextInput } from '@mantine/core'
import { useId } from 'react'
import { Section } from '#features/checkout/form/section.tsx'
import type { Checkout } from '#features/checkout/form/use-checkout.ts'
import { ChoiceCard } from '#features/checkout/pay/choice-card.tsx'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './delivery.module.css'

/** The offers of the carriers with price and delivery dates. */
export function ShippingMethods({ checkout }: { checkout: Checkout }) {
  const t = useTranslations('checkout.shipping')
  const validation = useTranslations('validation')
  const { preview, draft, missing } = checkout
  const { view } = preview
  const hasOffers = view !== null && view.offers.length > 0
  const isUnserved = hasOffers && !view.offers.some(({ served }) => served)

  return (
    <Section name="shipping" title={t('title')} lack={missing.shipping}>
      {draft.shippingAddressId === null ? <p className={classes.soft}>{t('first')}</p> : null}
      {isUnserved && !missing.shipping ? (
        <p role="alert" className={classes.wrong}>
          {validation('SHIPPING_METHOD_REQUIRED')}
        </p>
      ) : null}
      {hasOffers && draft.shippingAddressId !== null ? <Offers checkout={checkout} view={view} /> : null}
      {view ? <p className={classes.soft}>{view.wording.exw}</p> : null}
    </Section>
  )
}

/** Most service names already contain the carrier: "SF International" of SF Express. */
const nameOf = ({ name, service }: ShippingOfferView) =>
  service.startsWith(name.split(' ')[0] ?? name) ? service : `${name} ${service}`

interface OffersProps {
  checkout: Checkout
  view: CheckoutView
}

function Offers({ checkout: { draft, change, preview }, view }: OffersProps) {
  const t = useTranslations('checkout.shipping')
  const { money } = useFormats()
  const group = useId()

  const price = (offer: ShippingOfferView) => {
    if (offer.minor === null) return null
    const isCollected = draft.collects && draft.freightAccount.trim() !== '' && offer.carrier === draft.carrier
    return isCollected ? t('free') : money(offer.minor)
  }

  return (
    <fieldset className={classes.choices} aria-busy={preview.isUpdating}>
      <legend className="visually-hidden">{t('title')}</legend>
      {view.offers.map((offer) => (
        <ChoiceCard
          key={offer.carrier}
          group={group}
          title={nameOf(offer)}
          side={price(offer)}
          checked={draft.carrier === offer.carrier}
          disabled={!offer.served}
          onChoose={() => change({ carrier: offer.carrier })}
          more={offer.freightCollect ? <FreightCollect {...{ draft, change, view, offer }} /> : null}
        >
          <OfferText offer={offer} />
        </ChoiceCard>
      ))}
    </fieldset>
  )
}

function OfferText({ offer }: { offer: ShippingOfferView }) {
  const t = useTranslations('checkout.shipping')
  const { day } = useFormats()
  if (!offer.served) return <span>{t('unserved')}</span>

  const { dates, chargeableKg } = offer
  const [minDays = 0, maxDays = minDays] = offer.transitDays
  const transit =
    minDays === maxDays ? t('transitOne', { days: maxDays }) : t('transit', { least: minDays, most: maxDays })
  const weight = chargeableKg === null ? '' : ` · ${t('weight', { kg: chargeableKg })}`

  return (
    <>
      {dates ? (
        <span className={classes.arrives}>
          {dates.deliveryEarliest === dates.deliveryLatest
            ? t('arrivesOn', { date: day(dates.deliveryLatest) })
            : t('arrives', { from: day(dates.deliveryEarliest), to: day(dates.deliveryLatest) })}
        </span>
      ) : null}
      <span>{transit + weight}</span>
    </>
  )
}

interface FreightCollectProps extends Pick<Checkout, 'draft' | 'change'> {
  view: CheckoutView
  offer: ShippingOfferView
}

/** The carrier bills the customer's account, so the order has no shipping charge. */
function FreightCollect({ draft, change, view, offer }: FreightCollectProps) {
  const t = useTranslations('checkout.shipping')
  const carrier = offer.name

  return (
    <>
      <Checkbox
        label={t('collect', { carrier })}
        checked={draft.collects}
        onChange={({ currentTarget }) => change({ collects: currentTarget.checked })}
      />
      {draft.collects ? (
        <TextInput
          label={t('account', { carrier })}
          description={view.wording.freightCollect}
          required
          maxLength={40}
          autoComplete="off"
          value={draft.freightAccount}
          onChange={({ currentTarget }) => change({ freightAccount: currentTarget.value })}
        />
      ) : null}
    </>
  )
}
