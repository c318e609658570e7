import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { addressesQuery } from '#features/checkout/form/checkout.api.ts'
import { firstChoice } from '#features/checkout/form/draft.ts'
import { Section } from '#features/checkout/form/section.tsx'
import type { Checkout } from '#features/checkout/form/use-checkout.ts'
import { ChoiceCard } from '#features/checkout/pay/choice-card.tsx'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Addresses } from './addresses.tsx'
import classes from './delivery.module.css'

interface AddressSectionProps {
  checkout: Checkout
}

export function DeliveryAddress({ checkout: { draft, change, missing } }: AddressSectionProps) {
  const t = useTranslations('checkout.address')
  return (
    <Section name="address" title={t('title')} lack={missing.address}>
      <Addresses
        book="shipping"
        label={t('to')}
        addTitle={t('addTitle')}
        value={draft.shippingAddressId}
        onChange={(shippingAddressId) => change({ shippingAddressId })}
      />
    </Section>
  )
}

/** The invoice address; the delivery address by default. */
export function BillingAddress({ checkout: { draft, change, missing } }: AddressSectionProps) {
  const t = useTranslations('checkout.address')
  const group = useId()
  const { data: known = [] } = useQuery(addressesQuery('billing'))

  return (
    <Section name="billing" title={t('billing')} lack={missing.billing}>
      <fieldset className={classes.choices}>
        <legend className="visually-hidden">{t('billing')}</legend>
        <ChoiceCard
          group={group}
          title={t('same')}
          checked={!draft.billsElsewhere}
          onChoose={() => change({ billsElsewhere: false })}
        />
        <ChoiceCard
          group={group}
          title={t('other')}
          checked={draft.billsElsewhere}
          onChoose={() =>
            change({ billsElsewhere: true, billingAddressId: draft.billingAddressId ?? firstChoice(known) })
          }
        />
      </fieldset>
      {draft.billsElsewhere ? (
        <Addresses
          book="billing"
          label={t('billTo')}
          addTitle={t('addBilling')}
          value={draft.billingAddressId}
          onChange={(billingAddressId) => change({ billingAddressId })}
        />
      ) : null}
    </Section>
  )
}
