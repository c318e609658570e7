import type { CheckoutView, ShippingOfferView } from '@cotation/contracts'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useBilledWeightText } from '#lib/texts/billed-weight.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ChoiceCard, ChoiceCards } from '#ui/pay/choice-card.tsx'
import { Hint, Text } from '#ui/text.tsx'
import classes from './form.module.css'
import { Section } from './section.tsx'
import { useShownAmounts } from './shown-amounts.ts'
import type { CheckoutProps } from './use-checkout.ts'

/** The offers of the carriers with price and delivery dates. */
export function ShippingMethods({ checkout }: CheckoutProps) {
  const t = useTranslations('checkout.shipping')
  const validation = useTranslations('validation')
  const { preview, draft, errors } = checkout
  const { view } = preview
  const hasOffers = view !== null && view.offers.length > 0
  const isUnserved = hasOffers && !view.offers.some(({ served }) => served)

  return (
    <Section name="shipping" title={t('title')} error={errors.shipping}>
      {draft.shippingAddressId === null ? <Hint>{t('first')}</Hint> : null}
      {isUnserved && !errors.shipping ? (
        <Text role="alert" tone="danger">
          {validation('SHIPPING_METHOD_REQUIRED')}
        </Text>
      ) : null}
      {hasOffers && draft.shippingAddressId !== null ? (
        <>
          <Offers checkout={checkout} view={view} />
          <ReplacedCarrier checkout={checkout} view={view} />
        </>
      ) : null}
      {hasOffers ? <BilledWeights view={view} /> : null}
      {view ? <Hint>{view.wording.exw}</Hint> : null}
    </Section>
  )
}

/** Why the parcels are billed by this weight. */
function BilledWeights({ view: { cartons, volumetricCm3PerKg } }: { view: CheckoutView }) {
  const text = useBilledWeightText(volumetricCm3PerKg)
  const sentences = cartons.map(text)
  return <Hint>{sentences.join(' ')}</Hint>
}

/** Most service names already contain the carrier: "SF International" of SF Express. */
const nameOf = ({ name, service }: ShippingOfferView) =>
  service.startsWith(name.split(' ')[0] ?? name) ? service : `${name} ${service}`

interface OffersProps extends CheckoutProps {
  view: CheckoutView
}

/** Says that another carrier replaces the wanted one, which does not serve the address. */
function ReplacedCarrier({ checkout: { draft }, view: { offers } }: OffersProps) {
  const t = useTranslations('checkout.shipping')
  const wanted = offers.find(({ carrier }) => carrier === draft.wantedCarrier)
  const used = offers.find(({ carrier }) => carrier === draft.carrier)
  const isReplaced = wanted !== undefined && used !== undefined && wanted !== used

  return (
    <Text size="sm" role="status">
      {isReplaced ? t('replaced', { wanted: wanted.name, used: used.name }) : null}
    </Text>
  )
}

function Offers({ checkout, view }: OffersProps) {
  const { draft, change, preview } = checkout
  const t = useTranslations('checkout.shipping')
  const amounts = useShownAmounts(view)
  const group = useId()

  const price = ({ minor, carrier }: ShippingOfferView) => {
    if (minor === null) return null
    const isCollected = draft.collects && carrier === draft.carrier
    if (isCollected) return t('free')

    const isPriced = carrier === view.total?.shipping.carrier && !draft.collects
    if (isPriced && amounts.shippingMinor !== undefined) return amounts.format(amounts.shippingMinor)
    return amounts.fromUsd(minor)
  }

  return (
    <ChoiceCards label={t('title')} busy={preview.isUpdating}>
      {view.offers.map((offer) => (
        <ChoiceCard
          key={offer.carrier}
          group={group}
          title={nameOf(offer)}
          side={price(offer)}
          checked={draft.carrier === offer.carrier}
          disabled={!offer.served}
          onChoose={() => change({ carrier: offer.carrier, wantedCarrier: offer.carrier })}
          more={offer.freightCollect ? <FreightCollect checkout={checkout} view={view} offer={offer} /> : null}
        >
          <OfferText offer={offer} />
        </ChoiceCard>
      ))}
    </ChoiceCards>
  )
}

function OfferText({ offer: { served, dates, chargeableKg, transitDays } }: { offer: ShippingOfferView }) {
  const t = useTranslations('checkout.shipping')
  const { day } = useFormats()

  const transitText = () => {
    const [minDays = 0, maxDays = minDays] = transitDays
    if (minDays === maxDays) return t('transitOne', { days: maxDays })
    return t('transit', { least: minDays, most: maxDays })
  }

  const arrivalText = ({ deliveryEarliest, deliveryLatest }: NonNullable<ShippingOfferView['dates']>) => {
    if (deliveryEarliest === deliveryLatest) return t('arrivesOn', { date: day(deliveryLatest) })
    return t('arrives', { from: day(deliveryEarliest), to: day(deliveryLatest) })
  }

  if (!served) return <span>{t('unserved')}</span>

  const weight = chargeableKg === null ? '' : ` · ${t('weight', { kg: chargeableKg })}`

  return (
    <>
      {dates ? <span className={classes.arrives}>{arrivalText(dates)}</span> : null}
      <span>{transitText() + weight}</span>
    </>
  )
}

interface FreightCollectProps extends OffersProps {
  offer: ShippingOfferView
}

/**
 * The carrier bills the customer's account, so the order has no shipping charge. Offered with an
 * account in the profile only.
 */
function FreightCollect({ checkout: { draft, change }, view, offer }: FreightCollectProps) {
  const t = useTranslations('checkout.shipping')
  const { name: carrier, freightAccount: account, isFreightConfirmed } = offer

  if (account === null)
    return (
      <Hint>
        {view.wording.freightCollect}{' '}
        {t.rich('noAccount', {
          carrier,
          profile: (words) => (
            <Link to="/user/account/profile" search={{}} target="_blank">
              {words}
            </Link>
          ),
        })}
      </Hint>
    )

  return (
    <>
      <Checkbox
        label={t('collect', { carrier, account })}
        checked={draft.collects}
        onChange={({ currentTarget }) => change({ collects: currentTarget.checked })}
      />
      {draft.collects && !isFreightConfirmed ? <Hint>{t('unconfirmed')}</Hint> : null}
    </>
  )
}
